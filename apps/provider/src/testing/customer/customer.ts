/** `Customer` of the schema; `uuid` is ours. */
export type Customer = { readonly uuid: string; readonly name: string }

/** Reads the customers of one business. */
export interface CustomerReader {
  list(businessId: string): Promise<readonly Customer[]>
}
