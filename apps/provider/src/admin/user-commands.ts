import { wireIdOf } from '@counterfoil/oauth/wire-id'
import type { UserId } from '@counterfoil/oauth/ids'
import { newUuid } from '#crypto/new-uuid.ts'
import { LANGUAGES } from '@counterfoil/design/languages'
import { deleteUser } from '#users/user-deletion-store.ts'
import { createAccountStore } from '#users/user-store.ts'
import { hashPassword } from '#users/password-hash.ts'
import { findPasswordFault } from '#users/password-rule.ts'
import {
  command,
  type Command,
  CommandError,
  type CommandInput,
  onOff,
  required,
  text,
  word,
} from './command.ts'
import { USER } from './find-records.ts'

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/

export const USER_COMMANDS: readonly Command[] = [
  command({
    name: 'user create',
    summary: 'Makes an account; asks for its password.',
    asks: 'new_password',
    options: {
      email: required(text('address to sign in with')),
      name: text('given and family name'),
      'first-name': text('given name'),
      'last-name': text('family name'),
      locale: word(LANGUAGES),
    },
    async run({ db, clock }, options, input) {
      const { email, name, locale = 'en' } = options
      if (!EMAIL.test(email)) throw new CommandError('invalid', '--email must be an email address.')
      const password = await newPassword(input, email)
      const [firstName, ...familyName] = name?.trim().split(/\s+/) ?? []
      const now = new Date(clock())
      const id = newUuid<UserId>()
      const created = await db
        .insertInto('users')
        .values({
          id,
          email,
          first_name: options['first-name'] ?? firstName ?? null,
          last_name: options['last-name'] ?? (familyName.join(' ') || null),
          locale,
          password_hash: await hashPassword(password),
          created_at: now,
          modified_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (created === undefined)
        throw new CommandError('already_exists', `There is an account with the address ${email}.`)
      return { id, userId: wireIdOf('User', id), email }
    },
  }),
  command({
    name: 'user list',
    summary: 'Every account.',
    options: {},
    async run({ db }) {
      const rows = await db
        .selectFrom('users')
        .select(['id', 'email', 'disabled_at'])
        .orderBy('email')
        .execute()
      return {
        users: rows.map((row) => ({
          id: row.id,
          userId: wireIdOf('User', row.id),
          email: row.email,
          disabled: row.disabled_at !== null,
        })),
      }
    },
  }),
  command({
    name: 'user disable',
    summary: 'Closes an account: sessions, tokens and consent end at once.',
    options: USER,
    async run({ accessRevocations }, { user }) {
      await accessRevocations.disableUser(user.id)
      return { ...user, disabled: true }
    },
  }),
  command({
    name: 'user enable',
    summary: 'Opens a closed account again; what ended stays ended.',
    options: USER,
    async run({ accessRevocations }, { user }) {
      await accessRevocations.enableUser(user.id)
      return { ...user, disabled: false }
    },
  }),
  command({
    name: 'user set-password',
    summary:
      'Sets a new password, which it asks for; the person is signed out everywhere, their apps stay connected.',
    options: USER,
    asks: 'new_password',
    async run({ db, clock }, { user }, input) {
      const hash = await hashPassword(await newPassword(input, user.email))
      await createAccountStore(db).setPassword(user.id, hash, new Date(clock()))
      return { ...user, passwordSet: true }
    },
  }),
  command({
    name: 'user remove-second-factor',
    summary:
      'Takes the codes of an app from an account, whose owner lost them: the password alone signs in then. Its owner is notified by mail.',
    options: USER,
    async run({ secondFactors }, { user }) {
      return { ...user, secondFactorRemoved: await secondFactors.remove(user.id) }
    },
  }),
  command({
    name: 'user sign-out',
    summary: 'Signs a person out in every browser; their apps stay connected.',
    options: USER,
    async run({ db }, { user }) {
      return { ...user, sessionsEnded: await createAccountStore(db).endSessions(user.id) }
    },
  }),
  command({
    name: 'user delete',
    summary:
      'Deletes an account for good, after its address was typed again: sessions, access and tokens end at once. Refused while it is the last owner of a business.',
    options: {
      ...USER,
      'with-businesses': onOff('also deletes the businesses nobody else is in'),
      yes: onOff('does not ask'),
    },
    asks: 'confirmation',
    async run({ db, clock }, { user, yes, 'with-businesses': alsoBusinesses }, input) {
      const isMeant = yes === true || input.confirmation?.toLowerCase() === user.email.toLowerCase()
      if (!isMeant) {
        throw new CommandError(
          'not_confirmed',
          `Nothing was deleted: to go on, type the address ${user.email} when asked, or add --yes.`,
        )
      }
      const withBusinesses = alsoBusinesses === true
      const outcome = await deleteUser({ db, clock }, user.id, { withBusinesses })
      switch (outcome.kind) {
        case 'unknown':
          throw new CommandError('not_found', `There is no user ${user.email}.`)
        case 'last_owner':
          throw new CommandError('last_owner', lastOwnerFault(outcome))
        case 'deleted':
          return {
            ...user,
            deleted: true,
            accessEnded: outcome.endedGrants,
            businessesDeleted: outcome.businesses,
            applicationsWithoutOwner: outcome.applications,
          }
      }
    },
  }),
]

async function newPassword({ password }: CommandInput, email: string): Promise<string> {
  if (password === undefined) throw new CommandError('usage', 'A password is needed, on standard input.')
  const fault = await findPasswordFault({ password, email })
  if (fault !== undefined) throw new CommandError('invalid', fault)
  return password
}

function lastOwnerFault({ shared, alone }: Readonly<Record<'shared' | 'alone', readonly string[]>>): string {
  const parts = [
    ...(shared.length > 0
      ? [`Make somebody else owner first (member add --role owner) of: ${shared.join(', ')}.`]
      : []),
    ...(alone.length > 0
      ? [`Nobody else is in: ${alone.join(', ')}; --with-businesses deletes them too.`]
      : []),
  ]
  return `Nothing was deleted. ${parts.join(' ')}`
}
