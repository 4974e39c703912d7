import type { Database } from '#database/database.ts'
import type { ApplicationReader } from './application.ts'

/** Reads applications from the database. */
export function createApplicationReader(db: Database): ApplicationReader {
  return {
    async find(applicationId) {
      const row = await db
        .selectFrom('applications')
        .select(['id as uuid', 'client_id as clientId', 'name', 'description', 'logo_url as logoUrl'])
        .select(['extra_data as extraData', 'created_at as createdAt', 'modified_at as modifiedAt'])
        .where('id', '=', applicationId)
        .executeTakeFirst()
      return row ?? null
    },
  }
}
