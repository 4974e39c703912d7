// Client libraries without types of their own; only what the tests call.
declare module 'simple-oauth2' {
  interface Issued {
    readonly token: Readonly<Record<string, unknown>>
    refresh(parameters?: Readonly<Record<string, string>>): Promise<Issued>
    revoke(kind: 'access_token' | 'refresh_token'): Promise<unknown>
  }
  export class AuthorizationCode {
    constructor(options: {
      readonly client: { readonly id: string; readonly secret: string }
      readonly auth: {
        readonly tokenHost: string
        readonly tokenPath: string
        readonly authorizePath: string
        readonly revokePath: string
      }
      readonly options?: { readonly authorizationMethod?: 'header' | 'body' }
    })
    authorizeURL(parameters: Readonly<Record<string, string>>): string
    getToken(parameters: Readonly<Record<string, string>>): Promise<Issued>
  }
}

declare module 'passport-oauth2' {
  type Verified = (error: Error | null, user?: unknown) => void
  export default class OAuth2Strategy {
    constructor(
      options: Readonly<Record<string, unknown>>,
      verify: (
        accessToken: string,
        refreshToken: string,
        parameters: Readonly<Record<string, unknown>>,
        profile: unknown,
        done: Verified,
      ) => void,
    )
    _oauth2: {
      getOAuthAccessToken(
        code: string,
        parameters: Readonly<Record<string, string>>,
        done: (
          error: unknown,
          accessToken: string,
          refreshToken: string,
          results: Readonly<Record<string, unknown>>,
        ) => void,
      ): void
    }
    authenticate(request: unknown, options?: Readonly<Record<string, unknown>>): void
    redirect: (url: string) => void
    success: (user: unknown) => void
    fail: (info: unknown) => void
    error: (error: unknown) => void
  }
}
