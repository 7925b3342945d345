export { createCalls, createClient, type Answer, type CallOptions, type Client, type ClientOptions } from './client.ts';
export { apiError, type ApiError, errorFromBody, isApiError } from './error.ts';
export { newId } from './id.ts';
export type * from './known.ts';
export type { components, operations, paths } from './openapi.ts';
export { pages, type PagedRoute } from './pages.ts';
export { patient, type Failure } from './retry.ts';
export type { AnswerOf, CallOf, Frozen, Given, Method, RouteOf, Succeeded, Taken, UploadRoute } from './routes.ts';
