/** The parts of two authorization servers that the tests use; the packages have no types of their own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Details {
    readonly prompt: { readonly name: string }
    readonly params: { readonly client_id: string; readonly scope: string }
  }
  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (req: IncomingMessage, res: ServerResponse) => void
    interactionDetails(req: IncomingMessage, res: ServerResponse): Promise<Details>
    interactionFinished(req: IncomingMessage, res: ServerResponse, result: object): Promise<void>
    Grant: {
      new (properties: object): { addOIDCScope(scope: string): void; save(): Promise<string> }
      find(grantId: string): Promise<{ destroy(): Promise<void> } | undefined>
    }
    AccessToken: { find(token: string): Promise<{ readonly accountId: string } | undefined> }
    RefreshToken: { find(token: string): Promise<object | undefined> }
  }
}

declare module 'oauth2orize' {
  import type { ErrorRequestHandler, RequestHandler } from 'express'

  interface Client {
    readonly id: string
    readonly redirectUris: readonly string[]
  }
  type Done<Values extends unknown[]> = (error: Error | null, ...values: Values) => void
  type Issue = Done<[string | false, (string | null)?, object?]>
  interface Server {
    grant(grant: unknown): void
    exchange(exchange: unknown): void
    authorization(
      validate: (clientId: string, redirectUri: string, done: Done<[Client, string]>) => void,
      immediate: (
        client: Client,
        user: unknown,
        scope: string[],
        type: string,
        areq: unknown,
        done: Done<[boolean, object?]>,
      ) => void,
    ): RequestHandler
    token(): RequestHandler
    errorHandler(options?: { readonly mode: 'indirect' }): ErrorRequestHandler
  }
  const oauth2orize: {
    createServer(options?: object): Server
    grant: {
      code(
        issue: (
          client: Client,
          redirectUri: string,
          user: string,
          ares: object,
          done: Done<[string]>,
        ) => void,
      ): unknown
    }
    exchange: {
      code(issue: (client: Client, code: string, redirectUri: string, done: Issue) => void): unknown
      refreshToken(issue: (client: Client, token: string, scope: string[], done: Issue) => void): unknown
    }
    AuthorizationError: new (message: string, code: string) => Error
  }
  export default oauth2orize
}
