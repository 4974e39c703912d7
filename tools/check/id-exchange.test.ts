import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { API, type Diagnostic } from 'typescript/unstable/sync'

const ROOT = resolve(import.meta.dirname, '../..')

type Exchange = {
  /** Below the source folder of its service. */
  readonly file: string
  /** The text of the call in the file, on one line. */
  readonly call: string
  /** The two of its arguments that change places. */
  readonly exchanged: readonly [string, string]
}

const exchange = (file: string, call: string, ...exchanged: [string, string]): Exchange => ({
  file,
  call,
  exchanged,
})

const EXCHANGES: Readonly<Record<'bff' | 'provider' | 'web', readonly Exchange[]>> = {
  provider: [
    exchange('tokens/code-exchange.ts', 'loadForCode(clientId, codeDigest, now)', 'clientId', 'codeDigest'),
    exchange(
      'tokens/refresh-tokens.ts',
      'loadForRefresh(clientId, decision.familyId, refreshDigest, now)',
      'clientId',
      'decision.familyId',
    ),
    exchange(
      'tokens/token-endpoint.ts',
      'loadForRevocation(credentials.clientId, familyIdOf(token), tokenDigest, now)',
      'familyIdOf(token)',
      'tokenDigest',
    ),
    exchange(
      'tokens/token-endpoint.ts',
      'revokeAccess(own.familyId, own.accessDigest, now)',
      'own.familyId',
      'own.accessDigest',
    ),
    exchange(
      'tokens/refresh-tokens.ts',
      'deriveSuccessors(secrets, refreshToken, familyId)',
      'refreshToken',
      'familyId',
    ),
    exchange(
      'tokens/code-exchange.ts',
      '{ accessToken, refreshToken, ...issued }',
      'accessToken',
      'refreshToken',
    ),
    exchange(
      'authorize/authorization-decision-store.ts',
      'businesses.find(user.id, businessId)',
      'user.id',
      'businessId',
    ),
    exchange('authorize/auto-approval-store.ts', 'coversAny(step.userId, grantId)', 'step.userId', 'grantId'),
    exchange(
      'graphql/authentication/authentication.ts',
      'takeForToken(call.account, bearer.applicationId)',
      'call.account',
      'bearer.applicationId',
    ),
    exchange(
      'admin/account-commands.ts',
      'setRole(member.id, business.id, role)',
      'member.id',
      'business.id',
    ),
    exchange(
      'prompts/prompt-routes.ts',
      'earlierGrants(account.userId, application.id)',
      'account.userId',
      'application.id',
    ),
    exchange(
      'sign-in/confirm-password-page.ts',
      'confirmPassword(session.id, account.userId)',
      'session.id',
      'account.userId',
    ),
  ],
  bff: [
    exchange(
      'connect/open-connection.ts',
      'addConnection(principalId, connectionId)',
      'principalId',
      'connectionId',
    ),
    exchange('connect/finish-attempt.ts', 'askBusiness(tokens, businessId)', 'tokens', 'businessId'),
    exchange(
      'connect/connect-callback-routes.ts',
      'findReadableResult(connectResults, attemptId, browserId, findPrincipal)',
      'attemptId',
      'browserId',
    ),
    exchange(
      'api/session-routes.ts',
      'changes.endEntry(principalId, entry.sessionId)',
      'principalId',
      'entry.sessionId',
    ),
    exchange('leave/leaving.ts', 'endEntry(principalId, sessionId)', 'principalId', 'sessionId'),
    exchange('refresh/access-tokens.ts', 'standInLine(connectionId, present)', 'connectionId', 'present'),
    exchange('revocation/revocation.ts', 'confirm(connectionId, itemId)', 'connectionId', 'itemId'),
    exchange(
      'session/session-lifecycle-store.ts',
      'removeSession(principalId, sessionId)',
      'principalId',
      'sessionId',
    ),
    exchange(
      'graphql/graphql-responder.ts',
      '{ ...sent, connectionId, requestId }',
      'connectionId',
      'requestId',
    ),
    exchange(
      'graphql/graphql-responder.ts',
      'tokens.get(connectionId, principalId)',
      'connectionId',
      'principalId',
    ),
  ],
  web: [
    exchange(
      'forms/sent-commands-client.ts',
      '{ userId, connectionId, form: FORM, recordId: key }',
      'userId',
      'connectionId',
    ),
    exchange(
      'forms/use-sending.ts',
      '{ ...sent, userId, connectionId: connection.id, businessId }',
      'userId',
      'businessId',
    ),
  ],
}

/** Groups the exchanges into few programs: two that change the same call are in different ones. */
const rounds = (exchanges: readonly Exchange[]): readonly (readonly Exchange[])[] => {
  const waiting: Exchange[] = []
  const now = exchanges.filter((one, index) => {
    const isFree = exchanges.findIndex(({ file, call }) => file === one.file && call === one.call) === index
    if (!isFree) waiting.push(one)
    return isFree
  })
  return waiting.length === 0 ? [now] : [now, ...rounds(waiting)]
}

function exchangedCall({ call, exchanged: [one, other] }: Exchange): string {
  const isMember = call.startsWith('{')
  const [first, second] = isMember ? [`${one}: ${other}`, `${other}: ${one}`] : [other, one]
  return call.replace(one, '\0').replace(other, second).replace('\0', first)
}

describe.each(['bff', 'provider', 'web'] as const)(
  'two ids or secrets of the %s that change places in a call',
  (app) => {
    const folder = resolve(ROOT, app === 'bff' ? 'packages' : 'apps', app)
    const path = (file: string) => resolve(folder, 'src', file)
    const virtual = new Map<string, string>()
    const compiler = new API({ cwd: ROOT, fs: { readFile: (name) => virtual.get(name) } })
    afterAll(() => compiler.close())

    /** The faults of these files as they would be, by file. */
    function faultsIn(files: readonly string[]): ReadonlyMap<string, readonly Diagnostic[]> {
      const changed = files.map(path)
      const snapshot = compiler.updateSnapshot({
        openProjects: [resolve(folder, 'tsconfig.json')],
        fileChanges: { changed },
      })
      const program = snapshot.getProjects()[0]?.program
      if (program === undefined) throw new Error(`${app} is no project`)
      return new Map(files.map((file) => [file, program.getSemanticDiagnostics(path(file))]))
    }

    it('compile before they change places', () => {
      const files = [...new Set(EXCHANGES[app].map(({ file }) => file))]
      for (const [file, faults] of faultsIn(files)) expect(faults, file).toEqual([])
    })

    it('fail to compile after they change places, each exchange separately', () => {
      for (const round of rounds(EXCHANGES[app])) {
        virtual.clear()
        for (const { file, ...rest } of round) {
          const source = virtual.get(path(file)) ?? readFileSync(path(file), 'utf8')
          expect(source, `${file} has the call ${rest.call}`).toContain(rest.call)
          virtual.set(
            path(file),
            source.replace(rest.call, () => exchangedCall({ file, ...rest })),
          )
        }
        const faults = faultsIn([...new Set(round.map(({ file }) => file))])
        for (const each of round) {
          const call = exchangedCall(each)
          const start = virtual.get(path(each.file))?.indexOf(call) ?? -1
          const within =
            faults.get(each.file)?.filter(({ pos }) => pos >= start && pos < start + call.length) ?? []
          expect(within.length, `${each.file}: ${call}`).toBeGreaterThan(0)
        }
      }
    })
  },
)

it('the id exchange test covers twenty-four exchanges', () => {
  expect(Object.values(EXCHANGES).flat()).toHaveLength(24)
})
