import type { Database } from '#database/database.ts'
import { CommandError } from './command.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A person by email or uuid. */
export async function findUser(
  db: Database,
  which: string,
): Promise<{ readonly id: string; readonly email: string }> {
  const query = db.selectFrom('users').select(['id', 'email'])
  const user = await (
    UUID.test(which)
      ? query.where('id', '=', which.toLowerCase())
      : query.where((where) => where(where.fn('lower', ['email']), '=', which.toLowerCase()))
  ).executeTakeFirst()
  if (user === undefined) throw new CommandError('not_found', `There is no user ${which}.`)
  return user
}

/** A business by uuid, or by name when only one has it. */
export async function findBusiness(
  db: Database,
  which: string,
): Promise<{ readonly id: string; readonly name: string }> {
  const query = db.selectFrom('businesses').select(['id', 'name'])
  const found = await (
    UUID.test(which)
      ? query.where('id', '=', which.toLowerCase())
      : query.where((where) => where(where.fn('lower', ['name']), '=', which.toLowerCase()))
  )
    .limit(2)
    .execute()
  const [business, another] = found
  if (business === undefined) throw new CommandError('not_found', `There is no business ${which}.`)
  if (another !== undefined) {
    throw new CommandError('ambiguous', `Several businesses are called ${which}; name one by its id.`)
  }
  return business
}
