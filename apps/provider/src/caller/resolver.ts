import type { GraphQLResolveInfo } from 'graphql'
import type { HasViewer } from './viewer.ts'

/** A value that may be missing: the field is then null. */
export type Maybe<Value> = Value | null | undefined

type NoArguments = Readonly<Record<string, never>>

/**
 * Resolves one field. `Needs` names the readers that this field uses: a noun names only its own ones, so that nouns are
 * independent of each other.
 */
type Resolver<Source = unknown, Args = NoArguments, Needs = unknown, Result = unknown> = (
  source: Source,
  args: Args,
  context: HasViewer & Needs,
  info: GraphQLResolveInfo,
) => Result | Promise<Result>

/** Resolvers by type and field. A field without one is read from the property of its name, or by calling it. */
export type ResolverMap<Needs = never> = Readonly<
  Record<string, Readonly<Record<string, Resolver<never, never, Needs>>>>
>

/** A field of the schema: its result and its arguments. */
export type Field<Result, Args = NoArguments> = { readonly result: Result; readonly args: Args }

type Fields = Readonly<Record<string, Field<unknown, unknown>>>

/** A value from which every field without arguments is read by its name. */
export type Plain<Of extends Fields> = {
  readonly [Name in keyof Of as Of[Name]['args'] extends NoArguments ? Name : never]: Of[Name]['result']
}

/** A value for the default resolver, or a function that returns it. */
type Held<Result> = Result | (() => Result | Promise<Result>)

type ObjectType = { readonly source: unknown; readonly fields: Fields }

/** Names of the fields that the source lacks, or has with another type than the schema. */
type UnreadNames<Type extends ObjectType> = keyof {
  [
    Name in keyof Type['fields'] as Type['fields'][Name]['args'] extends NoArguments
      ? Type['source'] extends { readonly [Own in Name]: Held<Type['fields'][Name]['result']> }
        ? never
        : Name
      : Name
  ]: Name
}

type FieldResolver<Type extends ObjectType, Name extends keyof Type['fields'], Needs> = Resolver<
  Type['source'],
  Type['fields'][Name]['args'],
  Needs,
  Type['fields'][Name]['result']
>

type TypeResolvers<Type extends ObjectType, Needs> = {
  readonly [Name in UnreadNames<Type> & keyof Type['fields']]: FieldResolver<Type, Name, Needs>
} & {
  readonly [Name in Exclude<keyof Type['fields'], UnreadNames<Type>>]?: FieldResolver<Type, Name, Needs>
}

/**
 * The required and the optional resolvers of a noun: a field that the source lacks, or has with another type, does not compile
 * without a resolver.
 */
export type ResolversOf<Types extends Readonly<Record<string, ObjectType>>, Needs> = {
  readonly [Name in keyof Types as UnreadNames<Types[Name]> extends never ? never : Name]: TypeResolvers<
    Types[Name],
    Needs
  >
} & {
  readonly [Name in keyof Types as UnreadNames<Types[Name]> extends never ? Name : never]?: TypeResolvers<
    Types[Name],
    Needs
  >
}
