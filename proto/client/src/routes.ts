import type { paths } from './openapi.ts';

/** Methods that routes of the API have. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;
type Content<T, Type extends string> = T extends { readonly content: { readonly [K in Type]: infer Content } }
  ? Content
  : never;
type Json<T> = Content<T, 'application/json'>;

/** The routes that a method has: paths below `/api`, with names in braces. */
export type RouteOf<M extends Method> = {
  [R in keyof paths]: paths[R][M] extends { readonly responses: unknown } ? R : never;
}[keyof paths];
/** Routes that take a form with files. */
export type UploadRoute = {
  [R in RouteOf<'post'>]: paths[R]['post'] extends {
    readonly requestBody: { readonly content: { readonly 'multipart/form-data': unknown } };
  }
    ? R
    : never;
}[RouteOf<'post'>];

type Answers<Operation> = Operation extends { readonly responses: infer Responses } ? Responses : never;
/** What an operation answers when it did what it was asked; undefined for an answer without a body. */
export type Succeeded<Operation> = {
  [Status in keyof Answers<Operation>]: Status extends 200 | 201 | 202
    ? Frozen<Json<Answers<Operation>[Status]>>
    : Status extends 204
      ? undefined
      : never;
}[keyof Answers<Operation>];
/** The body that an operation takes. */
export type Taken<Operation> = Frozen<
  Json<NonNullable<Operation extends { readonly requestBody?: infer Given } ? Given : never>>
>;

export type AnswerOf<M extends Method, R extends RouteOf<M>> = Succeeded<paths[R][M]>;

/** A part that a call has none of, must not leave out, or may where nothing in it must be said. */
type Part<Name extends string, T, Always = false> = [T] extends [never]
  ? { readonly [K in Name]?: undefined }
  : Partial<T> extends T
    ? Always extends true
      ? { readonly [K in Name]: T }
      : { readonly [K in Name]?: T | undefined }
    : { readonly [K in Name]: T };
type In<Operation, Place extends 'path' | 'query'> = Operation extends {
  readonly parameters: { readonly [K in Place]?: infer Found };
}
  ? NonNullable<Found>
  : never;
/** A query that leaves a parameter open sends none. */
type Open<T> = { [K in keyof T]: T[K] | (Partial<T> extends T ? undefined : never) };

/** What a call of a route says: the names of its path, its query and its body. */
export type CallOf<M extends Method, R extends RouteOf<M>> = Part<'path', In<paths[R][M], 'path'>> &
  Part<'query', Open<In<paths[R][M], 'query'>>> &
  Part<'body', Taken<paths[R][M]>, true>;

/** The argument of a call, which may be left out where nothing in it must be said. */
export type Given<Call> = Partial<Call> extends Call ? [call?: Call] : [call: Call];
