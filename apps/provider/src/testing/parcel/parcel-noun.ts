import type { Kysely } from 'kysely'
import type { Noun } from '#caller/noun.ts'
import type { Database } from '#database/database.ts'
import type { Tables } from '#database/generated/tables.ts'
import type { ParcelReader } from './parcel.ts'
import type { ParcelResolvers } from './parcel-schema.ts'
import type { ParcelsTable } from './parcel-tables.ts'

const resolvers = {
  Business: { parcels: (source, _args, context) => context.parcels.list(source.uuid) },
  Parcel: { id: (source) => source.uuid },
} satisfies ParcelResolvers<{ readonly parcels: ParcelReader }>

function createParcelStore(db: Database): ParcelReader {
  const books = db as unknown as Kysely<Tables & { readonly parcels: ParcelsTable }>
  return {
    list: async (businessId) => {
      const rows = await books
        .selectFrom('parcels')
        .select(['id', 'name'])
        .where('business_id', '=', businessId)
        .orderBy('name')
        .execute()
      return rows.map(({ id, name }) => ({ uuid: id, name }))
    },
  }
}

export const parcelNoun = {
  sdl: new URL('parcel.graphql', import.meta.url),
  resolvers,
  commands: {},
  createReaders: (db) => {
    const store = createParcelStore(db)
    return (): { readonly parcels: ParcelReader } => ({ parcels: store })
  },
} satisfies Noun
