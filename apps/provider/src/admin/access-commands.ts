import { grantsAnything, unknownScopes } from '@counterfoil/oauth/scope'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { isPersonalToken, type Grant } from '#grants/grant.ts'
import { parseGrantId } from '#http/given-id.ts'
import { instant } from './application-fields.ts'
import { command, type Command, CommandError, integer, onOff, required, scopes, text } from './command.ts'
import { application, business, USER } from './find-records.ts'

export const ACCESS_COMMANDS: readonly Command[] = [
  command({
    name: 'token create',
    summary:
      'Makes a personal token for scripts and shows it, once: all scopes, all own businesses and an end after 90 days, unless the options say otherwise. Its owner is notified by mail.',
    options: {
      ...USER,
      name: text('what it is for'),
      days: integer('in how many days it ends, 1 to 365', { min: 1, max: 365 }),
      scopes: scopes('what it may do, separated by spaces'),
      business: business('the one business that it reaches'),
    },
    async run({ personalTokens }, { user, name = 'Command line', days, scopes: asked, business: only }) {
      const [unknown] = unknownScopes(asked ?? [])
      if (unknown !== undefined) throw new CommandError('invalid', `There is no scope ${unknown}.`)
      if (asked !== undefined && !grantsAnything(asked))
        throw new CommandError('invalid', '--scopes has no scope that allows anything.')
      const { id, token } = await personalTokens.mint(user.id, {
        name,
        days,
        scopes: asked,
        businessId: only?.id,
      })
      return { id, user: user.email, token }
    },
  }),
  command({
    name: 'token list',
    summary: 'The live personal tokens of a person.',
    options: USER,
    async run({ grants, applicationLog }, { user }) {
      await applicationLog.flush()
      const tokens = (await grants.listFor(user.id)).filter(isPersonalToken)
      return {
        tokens: tokens.map((grant) => ({
          ...viewOf(grant),
          name: grant.application.name,
          createdAt: instant(grant.grantedAtMs),
          endsAt: instant(grant.endsAtMs),
        })),
      }
    },
  }),
  command({
    name: 'token revoke',
    summary: 'Ends a personal token.',
    options: { id: required(text('as token list shows it')) },
    async run({ grants, accessRevocations }, { id }) {
      const grantId = parseGrantId(id)
      const grant = grantId === undefined ? undefined : await grants.find(grantId)
      const isEnded =
        grant?.isLive === true && isPersonalToken(grant) && (await accessRevocations.withdrawGrant(grant.id))
      if (!isEnded) throw new CommandError('not_found', `There is no live personal token ${id}.`)
      return { id, revoked: true }
    },
  }),
  command({
    name: 'access list',
    summary: 'What a person allowed applications, with the last use.',
    options: USER,
    async run({ grants, applicationLog }, { user }) {
      await applicationLog.flush()
      return {
        access: (await grants.listFor(user.id)).flatMap((grant) => {
          const { id, name } = grant.application
          if (id === null) return []
          const applicationId = wireIdOf('OAuthApplication', id)
          return [
            { ...viewOf(grant), application: name, applicationId, grantedAt: instant(grant.grantedAtMs) },
          ]
        }),
      }
    },
  }),
  command({
    name: 'access remove',
    summary:
      'Takes back what a person allowed: one application by client id, or everything with --all, personal tokens too.',
    options: {
      ...USER,
      'client-id': application('client id or id of the application'),
      all: onOff('every application and personal token'),
    },
    async run({ grants, accessRevocations }, { user, all, 'client-id': named }) {
      if (all === true) return { user: user.email, removed: await accessRevocations.removeAll(user.id) }
      if (named === undefined) throw new CommandError('usage', '--client-id or --all is required.')
      let removed = 0
      for (const grant of await grants.listFor(user.id)) {
        if (grant.application.id === named.id && (await accessRevocations.withdrawGrant(grant.id)))
          removed += 1
      }
      return { user: user.email, removed }
    },
  }),
]

/** Formats an application or a token for a list. */
function viewOf(grant: Grant) {
  return {
    id: grant.id,
    business: grant.businessName ?? 'all businesses',
    businessId: grant.businessId === null ? null : wireIdOf('Business', grant.businessId),
    scopes: grant.scopes,
    lastUsedAt: instant(grant.lastUsedAtMs),
    recentCalls: grant.recentCalls,
  }
}
