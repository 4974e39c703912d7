import type { Rule } from '@counterfoil/testkit/rule-catalogue'
import { replaceOnce } from '../../testing/replace-once.ts'

/** A change that removes a defence of `docs/threats.md` from the sources, and the cited test that must fail then. */
export type ThreatMutation = {
  /** Number of the row. */
  readonly threat: number
  readonly file: string
  /** The texts to replace, each of which occurs once in `file`. */
  readonly edits: readonly (readonly [text: string, replacement: string])[]
  /** The title of the test in the catalogue of rules; `%s` and the like stand for any text. */
  readonly title: string
  /** The file that runs the test, where the catalogue names a shared part of tests. */
  readonly runIn?: string
}

const BFF = 'packages/bff/src'
const PROVIDER = 'apps/provider/src'

/**
 * The edges that hold the most important promises: Lua, SQL, compare-and-set, cookie attributes, keys of encryption.
 * Rules are held by their own tables of cases.
 */
export const THREAT_MUTATIONS: readonly ThreatMutation[] = [
  {
    threat: 1,
    file: `${BFF}/connections/connection-store.ts`,
    edits: [[`if (current and string.match(current, '^[^|]*') or '') ~= ARGV[1] then return 0 end`, '']],
    title: 'keeps what another process stored between the read and the write',
  },
  {
    threat: 35,
    file: `${BFF}/connections/connection-store.ts`,
    edits: [[`if current and string.match(current, '^[^|]*') ~= ARGV[1] then return 0 end`, '']],
    title: 'keeps a connection that another process stored between the read and the removal',
  },
  {
    threat: 2,
    file: `${BFF}/redis/session-store-adapter.ts`,
    edits: [['if not stored then return false end', `if not stored then stored = '' end`]],
    title: 'is not restored by a slow request that ends after the sign-out',
  },
  {
    threat: 4,
    file: `${BFF}/connect/attempt-store.ts`,
    edits: [['redis.getdel(attemptKey(attemptId))', 'redis.get(attemptKey(attemptId))']],
    title: 'can be taken once: only the first of many simultaneous callers receives it',
  },
  {
    threat: 7,
    file: 'packages/service/src/http/cookies.ts',
    edits: [['; HttpOnly', '']],
    title: 'are __Host-Http-, Secure, HttpOnly and Lax on https, also behind a proxy that ends TLS',
  },
  {
    threat: 14,
    file: `${BFF}/session/session-lifecycle-store.ts`,
    edits: [['await promisify(req.session.regenerate.bind(req.session))()', '']],
    title: 'is invalid after any request has sent the new cookie',
  },
  {
    threat: 16,
    file: `${BFF}/refresh/refresh-lock-store.ts`,
    edits: [[`'PX', leaseMs, 'NX'`, `'PX', leaseMs`]],
    title: 'has one owner at a time, until that owner releases it',
  },
  {
    threat: 17,
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
    threat: 17,
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
    threat: 19,
    file: `${BFF}/refresh/refresh-connection.ts`,
    edits: [
      [
        'const present = { atMs: ports.clock(), tokensId: spent.id }',
        'return undefined\nconst present = { atMs: ports.clock(), tokensId: spent.id }',
      ],
      // Extending the lease is a write as well.
      ['if (!(await lease.secure())) {', 'if (!lease.isSafe()) {'],
    ],
    title: 'is detected by a write before the refresh token is sent',
  },
  {
    threat: 23,
    file: `${BFF}/graphql/idempotency-records-store.ts`,
    edits: [['if found ~= ARGV[3] then\n', 'if false then\n']],
    title:
      'is executed once: fifty simultaneous calls and one a minute before 24 hours have passed get the same answer',
  },
  {
    threat: 29,
    file: `${BFF}/refresh/refresh-connection.ts`,
    edits: [
      ['if (!(await lease.secure())) {', 'if ((await lease.secure()) === undefined) {'],
      ['spent.refreshToken, lease.isSafe)', 'spent.refreshToken, () => true)'],
    ],
    title: 'at "%s" sends nothing when it continues, because another process has refreshed meanwhile',
  },
  {
    threat: 30,
    file: `${BFF}/connections/connection-store.ts`,
    edits: [[`for i = 5, #ARGV, 2 do redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1]) end`, '']],
    title: 'stops local use at once even if the provider does not answer, and retries until it confirms',
  },
  {
    threat: 36,
    file: `${BFF}/connections/last-read-store.ts`,
    edits: [
      [
        `if string.match(redis.call('GETRANGE', KEYS[1], 0, 40), '^[^|.]*%.(%d+)|') ~= ARGV[1] then return 0 end`,
        '',
      ],
    ],
    title: 'is not kept when the connection was disconnected while the answer was on its way',
  },
  {
    threat: 40,
    file: `${BFF}/graphql/proxy-headers.ts`,
    edits: [
      [
        `'user-agent': 'counterfoil-bff',`,
        `'user-agent': 'counterfoil-bff', cookie: headerText(incoming['cookie']) ?? '',`,
      ],
    ],
    title: 'sends the operation with the bearer token, and no header of the browser except the listed ones',
  },
  {
    threat: 40,
    file: `${BFF}/graphql/proxy-headers.ts`,
    edits: [[`'content-language'] as const`, `'content-language', 'set-cookie'] as const`]],
    title: 'returns neither cookies nor unknown headers of the provider',
  },
  {
    threat: 43,
    file: `${BFF}/request-rules/request-rules.ts`,
    edits: [[`{ name: 'own-page', create: checkSender },`, '']],
    title: 'of %s is refused by the API as by /graphql: %s',
  },
  {
    threat: 47,
    file: `${PROVIDER}/pages/csrf-token.ts`,
    edits: [['return isMadeBy(secrets, message(salt, boundTo), mac)', 'return true']],
    title: 'refuses an answer from a page that was rendered for another person',
    runIn: `${PROVIDER}/prompts/prompt-routes.http.test.ts`,
  },
  {
    threat: 48,
    file: `${PROVIDER}/tokens/token-statements.ts`,
    edits: [['and c.consumed_at is null and c.revoked_at is null', 'and c.revoked_at is null']],
    title:
      '50 exchanges of one code at once: one wins, and the others are the replay that revokes its tokens',
  },
  {
    threat: 49,
    file: `${PROVIDER}/users/sign-in-throttle-store.ts`,
    edits: [['throttles.count + 1 end', 'throttles.count end']],
    title: 'is counted exactly if the attempts are simultaneous',
  },
  {
    threat: 51,
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
    threat: 52,
    file: `${PROVIDER}/tokens/refresh-tokens.ts`,
    edits: [[`await tokens.endFamily(decision.familyId, 'refresh_token_replayed', now)`, '']],
    title: 'ends the whole family when a retired one is used',
  },
  {
    threat: 58,
    file: `${PROVIDER}/books/business/business-store.ts`,
    edits: [[`.where('memberships.user_id', '=', userId)`, '']],
    title: 'gives the same answer for a foreign id, another own one, an unknown and a malformed one',
  },
  {
    threat: 62,
    file: `${BFF}/crypto/sealed-box.ts`,
    edits: [
      ['newest.key, nonce).setAAD(Buffer.from(context))', 'newest.key, nonce)'],
      ['        .setAAD(Buffer.from(context))\n', ''],
    ],
    title: 'does not open a text sealed for another connection',
  },
  {
    threat: 65,
    file: `${PROVIDER}/pages/stored-page-store.ts`,
    edits: [[`['kept page', id, browserKey]`, `['kept page', id]`]],
    title: 'is shown only in the browser that posted the form; another one is redirected to the form',
  },
  {
    threat: 70,
    file: `${PROVIDER}/sign-in/sign-in-responder.ts`,
    edits: [['const newKey = newBrowserKey()', 'const newKey = before ?? newBrowserKey()']],
    title: 'starts a new session, so that a cookie planted before is invalid (session fixation)',
  },
  {
    threat: 76,
    file: `${PROVIDER}/users/browser-session-store.ts`,
    edits: [[`.where('password_hash', '=', passwordHash)\n    .forShare()`, '.forShare()']],
    title: 'refuses a password that was changed during the check, and stores no session',
  },
  {
    threat: 78,
    file: `${PROVIDER}/second-factor/second-factor-store.ts`,
    edits: [[`.where((one) => one.or([one('last_step', 'is', null), one('last_step', '<', step)]))`, '']],
    title: 'is accepted once, even if several processes receive it at the same time',
  },
  {
    threat: 80,
    file: `${PROVIDER}/passkeys/passkey-store.ts`,
    edits: [['  return spent !== undefined', '  return spent !== null']],
    title: 'succeeds once if the same answer is sent several times at once',
  },
  {
    threat: 80,
    file: `${PROVIDER}/passkeys/passkey-responder.ts`,
    edits: [
      ['expectedOrigin: visit.ownOrigin()', `expectedOrigin: [visit.ownOrigin(), 'https://evil.example']`],
    ],
    title: 'is refused if the passkey is used %s',
  },
  {
    threat: 104,
    file: 'packages/service/src/telemetry/metrics.ts',
    edits: [
      [`if (!timingSafeEqual(digest(req.get('authorization') ?? ''), expected)) return next('router')`, ''],
    ],
    title: 'give the metrics to nobody without their token, not even on this machine',
  },
  {
    threat: 123,
    file: `${PROVIDER}/database/migrations/032-base-schema/3-accounts.sql`,
    edits: [
      [`raise exception 'An entry does not balance' using errcode = 'integrity_constraint_violation';`, ''],
    ],
    title: 'refuses an entry that does not balance, for every caller',
  },
  {
    threat: 123,
    file: `${PROVIDER}/database/migrations/032-base-schema/3-accounts.sql`,
    edits: [
      [
        `raise exception 'What was entered in the books is never changed: reverse it' using errcode = 'integrity_constraint_violation';`,
        "if tg_op = 'DELETE' then return old; end if; return new;",
      ],
    ],
    title: 'refuses to change or delete an entry or a posting, for every caller',
  },
  {
    threat: 126,
    file: `${PROVIDER}/books/repetition-store.ts`,
    edits: [['return kept && {', 'return undefined && {']],
    title: 'gives the same answer in every field from another process, and changes nothing: %s',
  },
  {
    threat: 128,
    file: `${PROVIDER}/books/business/business.ts`,
    edits: [['if (own?.mayWrite === false) throw readOnlyMemberError()', '']],
    title: 'refuses every mutation of a member who may only read, and answers their reads',
  },
]

/**
 * Removes the defence of `mutation` from the text of its file.
 *
 * @throws when a text to replace does not occur exactly once
 */
export function applyMutation({ file, edits }: ThreatMutation, source: string): string {
  return edits.reduce(
    (text, [searched, replacement]) => replaceOnce({ file, text }, { searched, replacement }),
    source,
  )
}

/** Returns the path of the test that the catalogue cites for the threat; undefined if it does not cite the title. */
export function findCitedFile({ threat, title }: ThreatMutation, rules: readonly Rule[]): string | undefined {
  return rules
    .find(({ section, rule }) => section === 'Threats' && rule === String(threat))
    ?.tests.find((test) => test.title === title)?.path
}
