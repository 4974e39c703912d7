/** The type `Parcel` of the schema; `uuid` is not in the schema. */
export type Parcel = { readonly uuid: string; readonly name: string }

/** Reads the parcels of one business. */
export interface ParcelReader {
  list(businessId: string): Promise<readonly Parcel[]>
}
