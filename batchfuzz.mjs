// engine lists (seenToFit), tiny memory, mutated/frozen entities, entity sharing between questions vs plain engine
import { makeWorld, sliceOf } from '/work/main/test/fuzz/world.ts';
import { plainAnswer, answerOf } from '/work/main/test/fuzz/oracle.ts';
import { withoutSlots } from '/work/main/test/fuzz/links.ts';
import { PolicyInlineAuthorizationEngine } from '/work/main/src/core/engine/inline-engine.ts';
import { isDeepStrictEqual } from 'node:util';
let seed=Number(process.argv[2]??1); const end=Date.now()+Number(process.argv[3]??60)*1000; let n=0,w=0;
while(Date.now()<end){
  const world=makeWorld(seed++); w++;
  let x=seed; const r=k=>{x=(Math.imul(x,1103515245)+12345)&0x7fffffff;return (x>>8)%k};
  for(const policies of world.versions){
    for(const rem of [1,3,undefined]){
    const engine=new PolicyInlineAuthorizationEngine({staticPolicies:policies.map(withoutSlots).join('\n'),schema:{type:'jsonString',schema:JSON.stringify(world.schema)},...(rem?{rememberedDecisions:rem}:{})});
    // lists in which principal, context and action objects are shared between questions, and entity sets differ
    for(let round=0;round<3;round++){
      const base=world.queries[r(world.queries.length)];
      const list=[];
      for(let i=0;i<10;i++){const q=world.queries[r(world.queries.length)];
        const k=r(5); const m={...q};
        if(k<3){m.principal=base.principal;m.context=base.context;}
        if(k<2){m.action=base.action}
        if(k===4){m.slice=base.slice}
        list.push(m)}
      const inputs=list.map(q=>({request:{principal:q.principal,action:q.action,resource:q.resource,context:q.context},entities:sliceOf(world,q)}));
      const out=round===1?await engine.batchIsAuthorized(inputs):engine.decideAll(inputs);
      out.forEach((o,i)=>{n++;const exp=plainAnswer(world,policies,list[i],inputs[i].entities);const act=answerOf(o);
        if(!isDeepStrictEqual(exp,act)){console.log('DIFF seed',seed-1,JSON.stringify({exp,act,q:list[i]}).slice(0,800));}});
    }}
  }
}
console.log('worlds',w,'answers',n);
