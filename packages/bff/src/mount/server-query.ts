import type { ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import type { RequestId } from '@counterfoil/service/request-id-middleware'
import type { CallProvider, Listener, ProviderCallDeps } from '#graphql/graphql-ports.ts'
import { readWhole } from '#graphql/read-figures.ts'
import { problemOfTokenUse } from '#graphql/token-problem.ts'
import { BffError } from '#http/errors.ts'
import { readDocument, type GraphqlDocument } from './document.ts'

/** One question of the app's own code. */
export interface ServerQuestion {
  readonly connectionId: ConnectionId
  readonly principalId: PrincipalId
  readonly document: GraphqlDocument
  readonly variables: Readonly<Record<string, unknown>>
}

/** A job has no browser that could go. */
const PATIENT: Listener = { closed: false, once: () => undefined }

/**
 * Returns how the app's own code asks the provider: with the same access token, refresh lease and limits of the provider as a
 * query of the browser. Its documents need not be in the list of operations: they are the app's own code.
 * @throws BffError with the reason as its code
 */
export function createServerQuery(deps: {
  readonly clock: () => number
  readonly tokens: ProviderCallDeps['tokens']
  readonly refusals: ProviderCallDeps['refusals']
  readonly callProvider: CallProvider
  readonly newRequestId: () => RequestId
}): (question: ServerQuestion) => Promise<Readonly<Record<string, unknown>>> {
  return async ({ connectionId, principalId, document, variables }) => {
    const operation = readDocument(document, variables)
    const access = await deps.tokens.get(connectionId, principalId)
    if (access.kind !== 'use') throw problemOfTokenUse(access, deps.clock())
    const answer = await deps.callProvider({
      ...{ connectionId, access, operation, requestId: deps.newRequestId() },
      ...{ trace: undefined, incoming: {}, res: PATIENT },
    })
    if (answer === undefined) throw new BffError('provider-unavailable')
    const { data, missing } = await readWhole(answer, deps.refusals)
    if (missing.length > 0) throw new BffError('provider-unavailable', { log: { missing } })
    return data
  }
}
