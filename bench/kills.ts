// npm run bench -- kills: a process dies at every store command of every scenario and of the work in the background, with both kinds of provider.
import { JOURNEY_NAMES } from '@counterfoil/testkit/kills/scenarios'
import { UNAVOIDABLE, type KillResult } from '@counterfoil/testkit/kills/kill-point'
import { runKills } from '@counterfoil/testkit/kills/kill-run'
import { KINDS_OF_PROVIDER } from '@counterfoil/testkit/kills/kill-world'
import { keepPage } from './keep-page.ts'

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

function describeRow(name: string, rows: readonly KillResult[]): string {
  const reached = rows.filter(({ isReached }) => isReached)
  const faulty = rows.filter(({ problems }) => problems.length > 0)
  const excused = rows.filter(({ excuses }) => excuses.length > 0)
  return `| ${name} | ${reached.length} | ${faulty.length} | ${excused.length} |`
}

const reached = results.filter(({ isReached }) => isReached).length
const faulty = results.filter(({ problems }) => problems.length > 0)
const lines = [
  '# Processes that die',
  '',
  `${reached} kills in ${minutes.toFixed(0)} minutes, by SIGKILL, before and after each command that the store takes; another process takes over. \`keeps\`: the provider keeps refresh tokens; \`rotates\`: each dies with its use, and its reuse ends the grant.`,
  '',
  '| provider, scenario | kills | with a problem | no client could do better |',
  '|---|--:|--:|--:|',
  ...KINDS_OF_PROVIDER.flatMap((kind) =>
    JOURNEY_NAMES.map((scenario) =>
      describeRow(
        `${kind}, ${scenario}`,
        results.filter(({ point }) => point.provider === kind && point.scenario === scenario),
      ),
    ),
  ),
  describeRow('**together**', results),
  '',
  'What no client could do better:',
  '',
  ...Object.entries(UNAVOIDABLE).map(([name, reason]) => `- **${name}**: ${reason}`),
  '',
]
await keepPage('kills', lines.join('\n'))
process.exitCode = faulty.length === 0 ? 0 : 1
