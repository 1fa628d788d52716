/** How an endpoint is written as a key, and named when it has no operation id: `GET /campaigns/{campaign_id}`. */
export function endpointKey({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path}`;
}
