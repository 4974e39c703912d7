// npm run bench -- kills: kills a process at every store command of every scenario and background task, with both provider kinds.
import { JOURNEY_NAMES } from '@counterfoil/testkit/kills/scenarios'
import { UNAVOIDABLE, type KillResult } from '@counterfoil/testkit/kills/kill-point'
import { runKills } from '@counterfoil/testkit/kills/kill-run'
import { KINDS_OF_PROVIDER } from '@counterfoil/testkit/kills/kill-world'
import { formatRows, keepPage } from './report/page.ts'

const startedAtMs = performance.now()
let tried = 0
const results = await runKills({
  onResult({ point, last, problems }) {
    tried += 1
    if (tried % 50 === 0) console.log(`${tried} points`)
    const { provider, scenario, command, moment } = point
    const place = `${provider}, ${scenario}, ${moment} command ${command} (last: ${last ?? 'none'})`
    for (const problem of problems) console.log(`${place}: ${problem}`)
  },
})
const minutes = (performance.now() - startedAtMs) / 60_000

function rowOf(name: string, rows: readonly KillResult[]): readonly (string | number)[] {
  const count = (isCounted: (result: KillResult) => boolean) => rows.filter(isCounted).length
  return [
    ...[name, count(({ isReached }) => isReached)],
    ...[count(({ problems }) => problems.length > 0), count(({ excuses }) => excuses.length > 0)],
  ]
}

const scenarios = KINDS_OF_PROVIDER.flatMap((kind) =>
  JOURNEY_NAMES.map((scenario) =>
    rowOf(
      `${kind}, ${scenario}`,
      results.filter(({ point }) => point.provider === kind && point.scenario === scenario),
    ),
  ),
)
const page = `# Processes that die

${results.filter(({ isReached }) => isReached).length} kills in ${minutes.toFixed(0)} minutes, by SIGKILL, before and after each command that the store takes; another process takes over. \`keeps\`: the provider keeps refresh tokens; \`rotates\`: each dies with its use, and its reuse ends the grant.

| provider, scenario | kills | with a problem | no client could do better |
|---|--:|--:|--:|
${formatRows([...scenarios, rowOf('**together**', results)])}

What no client could do better:

${Object.entries(UNAVOIDABLE)
  .map(([name, reason]) => `- **${name}**: ${reason}\n`)
  .join('')}`
await keepPage('kills', page)
process.exitCode = results.every(({ problems }) => problems.length === 0) ? 0 : 1
