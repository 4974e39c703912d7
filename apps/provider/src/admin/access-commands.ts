import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { parseTokenFamilyId } from '#http/given-id.ts'
import { CommandError, integerOf, isOn, requiredText, textOf, type Command } from './command.ts'
import { findApplication, findUser } from './find-records.ts'

const USER = { user: { kind: 'text', help: 'email or id of the person', required: true } } as const

export const ACCESS_COMMANDS: readonly Command[] = [
  {
    name: 'token create',
    summary:
      'Makes a personal token for scripts and shows it, once: all scopes, all own businesses; it ends after 90 days unless --days says otherwise.',
    options: {
      ...USER,
      name: { kind: 'text', help: 'what it is for' },
      days: { kind: 'text', help: 'in how many days it ends, 1 to 365' },
    },
    async run({ db, personalTokens }, options) {
      const user = await findUser(db, requiredText(options, 'user'))
      const days = integerOf(options, 'days', { min: 1, max: 365 })
      const { id, token } = await personalTokens.mint(user.id, textOf(options, 'name') ?? null, days)
      return { id, user: user.email, token }
    },
  },
  {
    name: 'token list',
    summary: 'The live personal tokens of a person.',
    options: USER,
    async run({ db, personalTokens }, options) {
      const user = await findUser(db, requiredText(options, 'user'))
      const tokens = await personalTokens.listFor(user.id)
      return {
        tokens: tokens.map((token) => ({
          id: token.id,
          name: token.name,
          createdAt: new Date(token.createdAtMs).toISOString(),
          endsAt: token.endsAtMs === null ? null : new Date(token.endsAtMs).toISOString(),
        })),
      }
    },
  },
  {
    name: 'token revoke',
    summary: 'Ends a personal token.',
    options: { id: { kind: 'text', help: 'as token list shows it', required: true } },
    async run({ accessRevocations }, options) {
      const id = requiredText(options, 'id')
      const tokenId = parseTokenFamilyId(id)
      if (tokenId === undefined || !(await accessRevocations.revokePersonalToken(tokenId))) {
        throw new CommandError('not_found', `There is no live personal token ${id}.`)
      }
      return { id, revoked: true }
    },
  },
  {
    name: 'access list',
    summary: 'What a person allowed, with the last use.',
    options: USER,
    async run({ db, grants, applicationLog }, options) {
      const user = await findUser(db, requiredText(options, 'user'))
      await applicationLog.flush()
      return {
        access: (await grants.listFor(user.id)).map((grant) => ({
          id: grant.id,
          application: grant.application.name,
          applicationId: wireIdOf('OAuthApplication', grant.application.id),
          business: grant.businessName ?? 'all businesses',
          businessId: grant.businessId === null ? null : wireIdOf('Business', grant.businessId),
          scopes: grant.scopes,
          grantedAt: new Date(grant.grantedAtMs).toISOString(),
          lastUsedAt: grant.lastUsedAtMs === null ? null : new Date(grant.lastUsedAtMs).toISOString(),
          recentCalls: grant.recentCalls,
        })),
      }
    },
  },
  {
    name: 'access remove',
    summary: 'Takes back what a person allowed: one application by client id, or everything with --all.',
    options: {
      ...USER,
      'client-id': { kind: 'text', help: 'client id or id of the application' },
      all: { kind: 'switch', help: 'every application' },
    },
    async run({ db, applications, grants, accessRevocations }, options) {
      const user = await findUser(db, requiredText(options, 'user'))
      if (isOn(options, 'all'))
        return { user: user.email, removed: await accessRevocations.removeAll(user.id) }
      const clientId = textOf(options, 'client-id')
      if (clientId === undefined) throw new CommandError('usage', '--client-id or --all is required.')
      const application = await findApplication(applications, clientId)
      let removed = 0
      for (const grant of await grants.listFor(user.id)) {
        if (grant.application.id === application.id && (await accessRevocations.withdrawGrant(grant.id)))
          removed += 1
      }
      return { user: user.email, removed }
    },
  },
]
