/** The part of oidc-provider that is measured; the package has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Saved = { save(): Promise<string> }
  export class Provider {
    constructor(issuer: string, configuration: object)
    proxy: boolean
    callback(): (req: IncomingMessage, res: ServerResponse) => void
    Client: { find(id: string): Promise<object> }
    Grant: new (properties: object) => Saved & { addOIDCScope(scope: string): void }
    AuthorizationCode: new (properties: object) => Saved
    AccessToken: new (properties: object) => Saved
    RefreshToken: new (properties: object) => Saved
  }
}
