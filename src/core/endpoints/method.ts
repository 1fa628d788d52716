/** The HTTP methods that OpenAPI can describe, in the order in which operations of one path are listed. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;

export type Method = (typeof METHODS)[number];
