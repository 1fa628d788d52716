import type { Proofs, ProvedInvariant } from '../../core/guarantees/invariants/invariant.ts';
import { reasonWords } from '../reason-words.ts';
import { type Annotation, printAnnotations } from '../report/annotations.ts';
import { callWords, exampleWords } from '../words/example-words.ts';
import { visible } from '../words/wording.ts';

/** Annotations for GitHub Actions: what is refuted, at the policy that decides, and what is not decided. */
export function githubProofs({ invariants }: Proofs, repositoryPath: (file: string) => string): string {
  return printAnnotations(invariants.flatMap(annotationsOf), repositoryPath);
}

function annotationsOf({ invariant, verdict, refutations, reasons }: ProvedInvariant): Annotation[] {
  if (verdict === 'proven') return [];
  const [first] = refutations;
  const lines = first
    ? [
        ...(first.decision ? [] : ['skipped: everybody reaches it, without a decision']),
        ...(first.example.call ? [callWords(first.example.call)] : []),
        ...exampleWords(first.example),
      ]
    : reasons.map(reasonWords);
  const decider = first?.decision?.determining[0];
  const place =
    decider ??
    reasons.find(({ location }) => !first && location) ??
    (invariant.source.type === 'written' ? invariant.source : undefined);
  return [
    {
      command: verdict === 'refuted' ? 'error' : 'warning',
      title: visible(`${verdict === 'refuted' ? 'refuted' : 'not decided'}: ${invariant.id}`),
      message: [invariant.because, ...lines].map(visible).join('\n'),
      file: place?.file,
      location: place?.location,
    },
  ];
}
