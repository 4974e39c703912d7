import { grantsAnything, unknownScopes } from '@counterfoil/oauth/scope'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { isPersonalToken, type Grant } from '#grants/grant.ts'
import { parseGrantId } from '#http/given-id.ts'
import { CommandError, integerOf, isOn, requiredText, scopesOf, textOf, type Command } from './command.ts'
import { findApplication, findBusiness, findUser } from './find-records.ts'

const USER = { user: { kind: 'text', help: 'email or id of the person', required: true } } as const

export const ACCESS_COMMANDS: readonly Command[] = [
  {
    name: 'token create',
    summary:
      'Makes a personal token for scripts and shows it, once: all scopes, all own businesses and an end after 90 days, unless the options say otherwise. Its owner is told by mail.',
    options: {
      ...USER,
      name: { kind: 'text', help: 'what it is for' },
      days: { kind: 'text', help: 'in how many days it ends, 1 to 365' },
      scopes: { kind: 'text', help: 'what it may do, separated by spaces' },
      business: { kind: 'text', help: 'the one business that it reaches' },
    },
    async run({ db, personalTokens }, options) {
      const user = await findUser(db, requiredText(options, 'user'))
      const business = textOf(options, 'business')
      const scopes = scopesOf(options, 'scopes')
      const [unknown] = unknownScopes(scopes ?? [])
      if (unknown !== undefined) throw new CommandError('invalid', `There is no scope ${unknown}.`)
      if (scopes !== undefined && !grantsAnything(scopes))
        throw new CommandError('invalid', '--scopes has no scope that allows anything.')
      const { id, token } = await personalTokens.mint(user.id, {
        name: textOf(options, 'name') ?? 'Command line',
        days: integerOf(options, 'days', { min: 1, max: 365 }),
        scopes,
        businessId: business === undefined ? undefined : (await findBusiness(db, business)).id,
      })
      return { id, user: user.email, token }
    },
  },
  {
    name: 'token list',
    summary: 'The live personal tokens of a person.',
    options: USER,
    async run({ db, grants, applicationLog }, options) {
      const user = await findUser(db, requiredText(options, 'user'))
      await applicationLog.flush()
      const tokens = (await grants.listFor(user.id)).filter(isPersonalToken)
      return {
        tokens: tokens.map((grant) => ({
          ...viewOf(grant),
          name: grant.application.name,
          createdAt: timeOf(grant.grantedAtMs),
          endsAt: timeOf(grant.endsAtMs),
        })),
      }
    },
  },
  {
    name: 'token revoke',
    summary: 'Ends a personal token.',
    options: { id: { kind: 'text', help: 'as token list shows it', required: true } },
    async run({ grants, accessRevocations }, options) {
      const id = requiredText(options, 'id')
      const grantId = parseGrantId(id)
      const grant = grantId === undefined ? undefined : await grants.find(grantId)
      const isEnded =
        grant?.isLive === true && isPersonalToken(grant) && (await accessRevocations.withdrawGrant(grant.id))
      if (!isEnded) throw new CommandError('not_found', `There is no live personal token ${id}.`)
      return { id, revoked: true }
    },
  },
  {
    name: 'access list',
    summary: 'What a person allowed applications, with the last use.',
    options: USER,
    async run({ db, grants, applicationLog }, options) {
      const user = await findUser(db, requiredText(options, 'user'))
      await applicationLog.flush()
      return {
        access: (await grants.listFor(user.id)).flatMap((grant) => {
          const { id, name } = grant.application
          if (id === null) return []
          const applicationId = wireIdOf('OAuthApplication', id)
          return [
            { ...viewOf(grant), application: name, applicationId, grantedAt: timeOf(grant.grantedAtMs) },
          ]
        }),
      }
    },
  },
  {
    name: 'access remove',
    summary:
      'Takes back what a person allowed: one application by client id, or everything with --all, personal tokens too.',
    options: {
      ...USER,
      'client-id': { kind: 'text', help: 'client id or id of the application' },
      all: { kind: 'switch', help: 'every application and personal token' },
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

/** Formats an application or a token for a list. */
function viewOf(grant: Grant) {
  return {
    id: grant.id,
    business: grant.businessName ?? 'all businesses',
    businessId: grant.businessId === null ? null : wireIdOf('Business', grant.businessId),
    scopes: grant.scopes,
    lastUsedAt: timeOf(grant.lastUsedAtMs),
    recentCalls: grant.recentCalls,
  }
}

function timeOf<Ms extends number | null>(ms: Ms) {
  return ms === null ? null : new Date(ms).toISOString()
}
