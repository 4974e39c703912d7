import type { SoakResult } from './run-soak.ts'

/**
 * Returns the page that is kept.
 *
 * @param note a note about the machine for the reader
 */
export function describeSoak(
  results: readonly SoakResult[],
  { people, note }: { readonly people: number; readonly note: string | undefined },
): string {
  return [
    '# Every part killed while people use it',
    '',
    `Node ${process.version}. ${people} people connect, read, enter money and disconnect, each as a browser does, through nginx with its defaults: three processes of the BFF, two of`,
    'the provider, PostgreSQL with a standby that confirms each commit, and Redis. Access tokens live for 20 s, refresh tokens rotate. Each part is killed by SIGKILL, one',
    'after the other, in two rounds at least; the standby is promoted in the place of PostgreSQL. Repeat it with `npm run soak`; `SOAK_MINUTES=600` goes on for ten hours.',
    ...(note === undefined ? [] : ['', note]),
    ...results.flatMap(describeRun),
    '',
    'A promise is what an answer said: a 5xx promises nothing, and the person tries again. With one replica of each primary nothing new is confirmed from the loss of either until its return:',
    'that is the 503 of those who write, connect and disconnect; reading goes on as soon as there is a primary. *Open*: a change whose process died before it could say what came of it; its key',
    'is held for 15 s, and whoever asks in that time waits. Tokens of attempts that nobody finished die within eleven minutes; a process with a clock that is ahead does here what is due by then.',
    '',
  ].join('\n')
}

function describeRun(result: SoakResult): readonly string[] {
  const { kind, minutes, rounds, findings, counts, errors, problems } = result
  return [
    '',
    `## Redis ${kind === 'cluster' ? 'Cluster: three primaries, three replicas' : 'with Sentinel: a primary, a replica, three sentinels'}`,
    '',
    `${result.kills.length} kills in ${rounds} rounds, ${minutes} minutes. Away, from the kill until all that depends on it was in order again, at most:`,
    `${longestAway(result).join(', ')}.`,
    '',
    '| promised | held |',
    '|---|---|',
    `| a connection that somebody was told of answers, or is refreshed and answers | ${verdict(problems, /^(lost|query|a person|session)/)}; ${findings.promised} at the end |`,
    `| no token lives without a connection, and each connection has one family of them | ${verdict(problems, /^tokens/)}; ${findings.liveFamilies} live |`,
    `| no refresh token is used twice | ${verdict(problems, /refreshed twice|replay/)}; ${findings.refreshes} uses, ${findings.repeatedRefreshes} of them repeated after a kill |`,
    `| what was entered is in the books once, and the books add up | ${verdict(problems, /^(books|write)/)}; ${findings.entered} entries confirmed, ${findings.unsure} open, of which ${findings.unsureThatAreThere} are there |`,
    '',
    '| asked | answers |',
    '|---|---|',
    ...Object.entries(counts).map(([what, of]) => `| ${what} | ${list(of)} |`),
    '',
    `Errors in the logs: ${list(errors) || 'none'}.`,
    '',
    Object.keys(problems).length === 0 ? 'No problem.' : 'Problems:',
    ...Object.entries(problems).map(([problem, times]) => `- ${times} × ${problem.replaceAll('\n', ' ')}`),
  ]
}

function longestAway({ kills }: SoakResult): readonly string[] {
  const longest = new Map<string, number>()
  for (const { part, atMs, restoredAtMs } of kills)
    longest.set(part, Math.max(longest.get(part) ?? 0, restoredAtMs - atMs))
  return [...longest].map(([part, awayMs]) => `${part} ${(awayMs / 1000).toFixed(1)} s`)
}

function verdict(problems: Readonly<Record<string, number>>, about: RegExp): string {
  const times = Object.entries(problems)
    .filter(([problem]) => about.test(problem))
    .reduce((sum, [, count]) => sum + count, 0)
  return times === 0 ? 'yes' : `**no, ${times} times**`
}

function list(counts: Readonly<Record<string, number>>): string {
  const entries = Object.entries(counts).toSorted(([, one], [, other]) => other - one)
  return entries
    .map(([name, times]) => `${times.toLocaleString('en')} ${name.replaceAll('|', '/')}`)
    .join(', ')
}
