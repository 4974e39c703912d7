import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const hash = promisify(scrypt)
const HASH_BYTES = 64
/** The users of this app, by name; a real app keeps them in its database. */
const users = new Map()
/** Checked for a name that nobody has, which then takes as long. */
const NOBODY = { id: undefined, salt: randomBytes(16), digest: randomBytes(HASH_BYTES) }

/** Returns the id of a new user; undefined if the name is taken or something is missing. */
export async function addUser(name, password) {
  if (!name || !password || users.has(name)) return undefined
  const salt = randomBytes(16)
  const user = { id: randomBytes(16).toString('hex'), salt, digest: await hash(password, salt, HASH_BYTES) }
  if (users.has(name)) return undefined
  users.set(name, user)
  return user.id
}

/** Returns the id of the user with this name and password; undefined if there is none. */
export async function findUser(name, password) {
  const { id, salt, digest } = users.get(name) ?? NOBODY
  return timingSafeEqual(await hash(password ?? '', salt, HASH_BYTES), digest) ? id : undefined
}
