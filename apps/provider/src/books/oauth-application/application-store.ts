import type { Database } from '#database/database.ts'
import type { ApplicationReader } from './application.ts'

/** Reads applications from the database. */
export function createApplicationReader(db: Database): ApplicationReader {
  return {
    async find(applicationId) {
      const row = await db
        .selectFrom('applications')
        .select([
          'id',
          'client_id',
          'name',
          'description',
          'logo_url',
          'extra_data',
          'created_at',
          'modified_at',
        ])
        .where('id', '=', applicationId)
        .executeTakeFirst()
      if (!row) return null
      return {
        uuid: row.id,
        clientId: row.client_id,
        name: row.name,
        description: row.description,
        logoUrl: row.logo_url,
        extraData: row.extra_data,
        createdAt: row.created_at,
        modifiedAt: row.modified_at,
      }
    },
  }
}
