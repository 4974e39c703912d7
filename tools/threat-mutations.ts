import { replaceOnce } from './replace-once.ts'

/** A defence of `docs/threats.md` taken out of the sources, and the cited test that must fail then. */
export type ThreatMutation = {
  /** First words of the attack, as the row begins. */
  readonly attack: string
  readonly file: string
  /** Each text occurs once in `file`, and is replaced. */
  readonly edits: readonly (readonly [text: string, replacement: string])[]
  /** As the row cites it; `%s` and the like stand for any text. */
  readonly title: string
  /** The file that runs the test, where the row leads to a shared part of tests. */
  readonly runIn?: string
}

const BFF = 'apps/bff/src'
const PROVIDER = 'apps/provider/src'

/**
 * The edges that hold the most important promises: Lua, SQL, compare-and-set, cookie attributes, keys of encryption.
 * Rules are held by their own tables of cases.
 */
export const THREAT_MUTATIONS: readonly ThreatMutation[] = [
  {
    attack: 'a slow request writes an old session over a new one',
    file: `${BFF}/connections/connection-store.ts`,
    edits: [[`if (current and string.match(current, '^[^|]*') or '') ~= ARGV[1] then return 0 end`, '']],
    title: 'loses nothing that another process stored after this one had looked',
  },
  {
    attack: 'forgetting meets a connection that is just being made',
    file: `${BFF}/connections/connection-store.ts`,
    edits: [[`if current and string.match(current, '^[^|]*') ~= ARGV[1] then return 0 end`, '']],
    title: 'keeps the connection that another process stored after this one had looked',
  },
  {
    attack: 'a slow request brings a session back',
    file: `${BFF}/redis/session-store-adapter.ts`,
    edits: [['if not stored then return false end', `if not stored then stored = '' end`]],
    title: 'is not brought back by a slow request that outlives the sign-out',
  },
  {
    attack: 'the way back loses its cookie',
    file: `${BFF}/connect/attempt-store.ts`,
    edits: [['redis.getdel(attemptKey(attemptId))', 'redis.get(attemptKey(attemptId))']],
    title: 'is handed out once, to the first of many callers',
  },
  {
    attack: 'cookies without `__Host-Http-`',
    file: 'packages/service/src/cookies.ts',
    edits: [['; HttpOnly', '']],
    title: 'are __Host-Http-, Secure, HttpOnly and Lax on https, also behind a proxy that ends TLS',
  },
  {
    attack: 'a session id planted before sign-in',
    file: `${BFF}/session/session-changes-store.ts`,
    edits: [['await promisify(req.session.regenerate.bind(req.session))()', '']],
    title: 'is worth nothing once the new cookie has come back, whichever request brought it',
  },
  {
    attack: 'parallel requests spend one refresh token',
    file: `${BFF}/refresh/refresh-lock-store.ts`,
    edits: [[`'PX', leaseMs, 'NX'`, `'PX', leaseMs`]],
    title: 'is held by one owner at a time, until that owner releases it',
  },
  {
    attack: 'a lock shorter than a slow provider',
    file: `${BFF}/refresh/refresh-lock-store.ts`,
    edits: [
      [
        `const RELEASE = \`if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0\``,
        `const RELEASE = \`return redis.call('DEL', KEYS[1])\``,
      ],
    ],
    title: 'is not released by an owner whose lease has ended',
  },
  {
    attack: 'a lock shorter than a slow provider',
    file: `${BFF}/refresh/refresh-lock-store.ts`,
    edits: [
      [
        `const EXTEND = \`if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0\``,
        `const EXTEND = \`return redis.call('PEXPIRE', KEYS[1], ARGV[2])\``,
      ],
    ],
    title: 'is not extended by an owner whose lease has ended',
  },
  {
    attack: 'the provider rotated and our write failed',
    file: `${BFF}/refresh/spend-refresh-token.ts`,
    edits: [
      [
        'const present = { atMs: ports.clock(), tokensId: spent.id }',
        'return undefined\nconst present = { atMs: ports.clock(), tokensId: spent.id }',
      ],
      // Extending the lease is a write as well.
      ['if (!(await lease.secure())) {', 'if (!lease.isSafe()) {'],
    ],
    title: 'is proved writable before anything is spent',
  },
  {
    attack: 'two presses, two tabs or a process that dies',
    file: `${BFF}/graphql/idempotency-records-store.ts`,
    edits: [['if found ~= ARGV[3] then\n', 'if false then\n']],
    title:
      'is carried out once, however often it is sent: fifty times at once, and once more a day later less a minute',
  },
  {
    attack: 'a process that was frozen past its lease',
    file: `${BFF}/refresh/spend-refresh-token.ts`,
    edits: [
      ['if (!(await lease.secure())) {', 'if ((await lease.secure()) === undefined) {'],
      ['spent.refreshToken, lease.isSafe)', 'spent.refreshToken, () => true)'],
    ],
    title: 'at "%s": spends nothing when it wakes, because another one has done it meanwhile',
  },
  {
    attack: 'a disconnected app keeps a live token',
    file: `${BFF}/connections/connection-store.ts`,
    edits: [[`for i = 5, #ARGV, 2 do redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1]) end`, '']],
    title: 'stops local use at once although the provider does not answer, and goes on until it confirms',
  },
  {
    attack: 'figures kept for a bad day',
    file: `${BFF}/connections/last-read-store.ts`,
    edits: [[`if row[9] ~= tonumber(ARGV[1]) or row[10] == 'disconnected' then return 0 end`, '']],
    title: 'is not kept when the connection was disconnected while the answer was on its way',
  },
  {
    attack: 'cookies and unknown headers leak',
    file: `${BFF}/graphql/proxy-headers.ts`,
    edits: [
      [
        `'user-agent': 'counterfoil-bff',`,
        `'user-agent': 'counterfoil-bff', cookie: headerText(incoming['cookie']) ?? '',`,
      ],
    ],
    title: 'sends the operation with the bearer token, and nothing of the browser but what is named',
  },
  {
    attack: 'cookies and unknown headers leak',
    file: `${BFF}/graphql/proxy-headers.ts`,
    edits: [[`'content-language'] as const`, `'content-language', 'set-cookie'] as const`]],
    title: 'gives back neither cookies nor headers it does not know',
  },
  {
    attack: 'another site makes the browser call us',
    file: `${BFF}/request-rules/request-rules.ts`,
    edits: [[`{ name: 'own-page', create: checkSender },`, '']],
    title: 'of %s is refused by the API as by /graphql: %s',
  },
  {
    attack: 'consent posted twice, by another person',
    file: `${PROVIDER}/pages/csrf-token.ts`,
    edits: [['return isMadeBy(secrets, message(salt, boundTo), mac)', 'return true']],
    title: 'does not carry out an answer of a page that was made for another person',
    runIn: `${PROVIDER}/prompts/prompt-routes.http.test.ts`,
  },
  {
    attack: 'two exchanges of one code both succeed',
    file: `${PROVIDER}/tokens/token-statements.ts`,
    edits: [['and c.consumed_at is null and c.revoked_at is null', 'and c.revoked_at is null']],
    title: '50 exchanges of one code at once: one wins, and the others are the replay that ends what it gave',
  },
  {
    attack: 'guessing passwords; locking somebody else out',
    file: `${PROVIDER}/users/sign-in-throttle-store.ts`,
    edits: [['throttles.count + 1 end', 'throttles.count end']],
    title: 'does not let parallel tries slip through the count',
  },
  {
    attack: 'tokens, codes and secrets in logs',
    file: `${PROVIDER}/crypto/secrets.ts`,
    edits: [
      [
        `return hash('sha256', secret, 'base64url') as DigestOf<Secret>`,
        'return secret as unknown as DigestOf<Secret>',
      ],
    ],
    title: 'nothing secret is in the database',
  },
  {
    attack: 'a stolen refresh token is used after it was rotated',
    file: `${PROVIDER}/tokens/refresh-tokens.ts`,
    edits: [[`await tokens.endFamily(decision.familyId, 'refresh_token_replayed', now)`, '']],
    title: 'ends the whole family when a retired one comes back',
  },
  {
    attack: 'one tenant reads another',
    file: `${PROVIDER}/books/business/business-store.ts`,
    edits: [[`.where('memberships.user_id', '=', userId)`, '']],
    title: 'answers a foreign id, another own one, an unknown and a malformed one with the same words',
  },
  {
    attack: 'a sealed token is moved to another connection',
    file: `${BFF}/crypto/sealed-box.ts`,
    edits: [
      ['seal({ text, context }) {', `seal({ text }) { const context = ''`],
      ['open({ sealed, context }) {', `open({ sealed }) { const context = ''`],
    ],
    title: 'does not open what was sealed for another connection',
  },
  {
    attack: 'a kept answer shows what somebody typed',
    file: `${PROVIDER}/pages/kept-page-store.ts`,
    edits: [[`['kept page', id, browserKey]`, `['kept page', id]`]],
    title: 'is for that browser alone: another one is led to the page of the form',
  },
  {
    attack: 'a session planted before somebody signs in at the provider',
    file: `${PROVIDER}/sign-in/complete-sign-in-responder.ts`,
    edits: [
      [
        'const newKey = randomId(BROWSER_KEY_BYTES) as BrowserKey',
        'const newKey = before ?? (randomId(BROWSER_KEY_BYTES) as BrowserKey)',
      ],
    ],
    title: 'gives the browser a new session, so that one planted before is worth nothing (session fixation)',
  },
  {
    attack: 'somebody who is just signing in with the old password',
    file: `${PROVIDER}/users/browser-session-store.ts`,
    edits: [[`.where('password_hash', '=', passwordHash)\n    .forShare()`, '.forShare()']],
    title:
      'signs nobody in with a password that was changed while it was looked at, and keeps no session of it',
  },
  {
    attack: 'a code is read over a shoulder',
    file: `${PROVIDER}/second-factor/second-factor-store.ts`,
    edits: [[`.where((one) => one.or([one('last_step', 'is', null), one('last_step', '<', step)]))`, '']],
    title: 'is taken once by all processes together, however many ask at once',
  },
  {
    attack: 'the answer of a passkey is caught',
    file: `${PROVIDER}/passkeys/passkey-store.ts`,
    edits: [['  return spent !== undefined', '  return spent !== null']],
    title: 'is answered once when the same answer comes many times at once',
  },
  {
    attack: 'the answer of a passkey is caught',
    file: `${PROVIDER}/passkeys/passkey-responder.ts`,
    edits: [
      [
        'expectedOrigin: responder.ownOrigin(req)',
        `expectedOrigin: [responder.ownOrigin(req), 'https://evil.example']`,
      ],
    ],
    title: 'is refused %s',
  },
  {
    attack: 'the metrics tell a stranger',
    file: 'packages/service/src/metrics.ts',
    edits: [
      [`if (!timingSafeEqual(digest(req.get('authorization') ?? ''), expected)) return next('router')`, ''],
    ],
    title: 'gives the metrics to nobody without their token, on this machine neither',
  },
  {
    attack: 'an entry is changed, removed or does not balance',
    file: `${PROVIDER}/database/migrations/007-chart-of-accounts.ts`,
    edits: [
      [`raise exception 'An entry does not balance' using errcode = 'integrity_constraint_violation';`, ''],
    ],
    title: 'refuses an entry that does not balance, whoever writes it',
  },
  {
    attack: 'an entry is changed, removed or does not balance',
    file: `${PROVIDER}/database/migrations/007-chart-of-accounts.ts`,
    edits: [
      [
        `raise exception 'What was entered in the books is never changed: reverse it' using errcode = 'integrity_constraint_violation';`,
        "if tg_op = 'DELETE' then return old; end if; return new;",
      ],
    ],
    title: 'refuses to change or remove an entry or a posting, whoever asks',
  },
  {
    attack: 'a mutation is repeated because its answer was lost',
    file: `${PROVIDER}/books/repetition-store.ts`,
    edits: [['return kept && {', 'return undefined && {']],
    title: 'answers the same to the last field from another process, and changes nothing: %s',
  },
  {
    attack: 'a member who may only read changes books',
    file: `${PROVIDER}/books/business/business.ts`,
    edits: [['if (own?.mayWrite === false) throw readOnlyMemberError()', '']],
    title: 'refuses every mutation of a member who may only read, and answers what they read',
  },
]

/**
 * Takes the defence of `mutation` out of the text of its file.
 *
 * @throws when a text to replace does not occur exactly once
 */
export function applyMutation({ file, edits }: ThreatMutation, source: string): string {
  return edits.reduce(
    (text, [searched, replacement]) => replaceOnce({ file, text }, { searched, replacement }),
    source,
  )
}

/** The link of the test in the row of the attack, from the root; undefined when the row does not cite the title. */
export function findCitedFile({ attack, title }: ThreatMutation, threats: string): string | undefined {
  const row = threats
    .split('\n')
    .find((line) => /^\| (?:[\d–]+ \| )?(.*)/.exec(line)?.[1]?.startsWith(attack))
  const [, path] = row?.split(`["${title}"](../`) ?? []
  return path?.slice(0, path.indexOf(')'))
}
