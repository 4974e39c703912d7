import { parseWireId, wireIdOf, type UuidOf, type WireIdType } from '@counterfoil/oauth/wire-id'
import type { BusinessId, ClientId, UserId, UserWireId } from '@counterfoil/oauth/ids'
import type { Application } from '#applications/application.ts'
import type { ApplicationStore } from '#applications/application-store.ts'
import type { Database } from '#database/database.ts'
import { CommandError, parsed, required } from './command.ts'

/** Parses a UUID, bare or inside the id that the API shows. Undefined for anything else. */
function uuidOf<Type extends WireIdType>(type: Type, which: string): UuidOf<Type> | undefined {
  return UUID.test(which) ? (which.toLowerCase() as UuidOf<Type>) : parseWireId(type, which)
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Finds a person by email or id, and returns both forms of the id. */
async function findUser(
  db: Database,
  which: string,
): Promise<{ readonly id: UserId; readonly userId: UserWireId; readonly email: string }> {
  const query = db.selectFrom('users').select(['id', 'email'])
  const id = uuidOf('User', which)
  const user = await (
    id !== undefined
      ? query.where('id', '=', id)
      : query.where((where) => where(where.fn('lower', ['email']), '=', which.toLowerCase()))
  ).executeTakeFirst()
  if (user === undefined) throw new CommandError('not_found', `There is no user ${which}.`)
  return { id: user.id, userId: wireIdOf('User', user.id), email: user.email }
}

/** Finds a business by id, or by name if only one has it. */
async function findBusiness(
  db: Database,
  which: string,
): Promise<{ readonly id: BusinessId; readonly name: string }> {
  const query = db.selectFrom('businesses').select(['id', 'name'])
  const id = uuidOf('Business', which)
  const found = await (
    id !== undefined
      ? query.where('id', '=', id)
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

/** Finds an application by client id or id, unless it was deleted. */
async function findApplication(
  applications: Pick<ApplicationStore, 'findByClientId' | 'findById'>,
  which: string,
): Promise<Application> {
  const id = uuidOf('OAuthApplication', which)
  const application = await (id === undefined
    ? applications.findByClientId(which as ClientId)
    : applications.findById(id))
  if (application === undefined || application.isDeleted) throw applicationNotFound(which)
  return application
}

export function applicationNotFound(which: string): CommandError {
  return new CommandError('not_found', `There is no application with the client id ${which}.`)
}

/** Options whose text names a record and whose value is that record. */
export const user = (help: string) => parsed(help, (which, { db }) => findUser(db, which))
export const business = (help: string) => parsed(help, (which, { db }) => findBusiness(db, which))
export const application = (help: string) =>
  parsed(help, (which, { applications }) => findApplication(applications, which))

/** The options that most commands have. */
export const USER = { user: required(user('email or id of the person')) }
export const BUSINESS = { business: required(business('id or name of the business')) }
export const APPLICATION = { 'client-id': required(application('client id or id of the application')) }
