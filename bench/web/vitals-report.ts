import { PROFILE, type PageMeasure } from './measure-page.ts'
import { ROWS, STEP_PX, type ScrollMeasure } from './measure-scroll.ts'

/** From the budget: the app's pages, the provider's, and the frames of a long list. */
const GOALS = {
  app: { lcpMs: 1_000, blockingMs: 100, layoutShift: 0.02 },
  overview: { lcpMs: 600, blockingMs: 100, layoutShift: 0.02, figuresMs: 1_200 },
  provider: { lcpMs: 600, blockingMs: 0, layoutShift: 0 },
} as const
/** Two frames of a screen with 60 in a second. */
const FRAME_GOAL_MS = 2_000 / 60
/** By which the browser's times of frames are off: two frames are reported as 33.3 to 33.5 ms, three as 50. */
const CLOCK_MS = 0.5

/** One page, as it was loaded several times. */
export interface PageResult {
  readonly name: string
  readonly side: keyof typeof GOALS
  readonly isYardstick: boolean
  readonly runs: readonly PageMeasure[]
}

/** Everything that was measured. */
interface Results {
  readonly browser: string
  readonly cores: number
  readonly processor: string
  readonly rounds: number
  readonly pages: readonly PageResult[]
  readonly scrolls: readonly ScrollMeasure[]
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const ms = (value: number) => (Number.isNaN(value) ? '–' : `${Math.round(value)} ms`)
const kb = (bytes: number) => `${(bytes / 1_000).toFixed(1)} KB`
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

function pageLine({ name, runs }: PageResult): string {
  const of = (pick: (run: PageMeasure) => number) => runs.map(pick)
  const lcp = of((run) => run.lcpMs)
  return row([
    name,
    `${ms(median(lcp))} [${Math.round(Math.min(...lcp))}–${Math.round(Math.max(...lcp))}]`,
    ms(median(of((run) => run.blockingMs))),
    median(of((run) => run.layoutShift)).toFixed(3),
    ms(median(of((run) => run.figuresMs ?? Number.NaN))),
    kb(median(of((run) => run.transferredBytes))),
  ])
}

function scrollLine(run: ScrollMeasure): string {
  const mb = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
  return row([
    ...[run.medianMs, run.p95Ms, run.longestMs, run.workMs ?? Number.NaN].map(ms),
    ...[run.heapBytes, run.heapAfterBytes].map(mb),
  ])
}

function goalLines(pages: readonly PageResult[], scrolls: readonly ScrollMeasure[]): readonly string[] {
  const verdict = (measured: number, wanted: number) => (measured <= wanted + 0.0005 ? 'met' : 'not met')
  const ofPages = pages
    .filter(({ isYardstick }) => !isYardstick)
    .flatMap((result) =>
      Object.entries(GOALS[result.side]).map(([what, wanted]) => {
        const measured = median(result.runs.map((run) => run[what as keyof PageMeasure] ?? Number.NaN))
        const shown = what === 'layoutShift' ? measured.toFixed(3) : ms(measured)
        return row([`${result.name}, ${what}`, shown, `≤ ${wanted}`, verdict(measured, wanted)])
      }),
    )
  const frame = median(scrolls.map(({ p95Ms }) => p95Ms))
  return [
    ...ofPages,
    row([
      'a long list, 95 of 100 frames',
      `${frame.toFixed(1)} ms`,
      `≤ ${FRAME_GOAL_MS.toFixed(1)}, two frames`,
      verdict(frame, FRAME_GOAL_MS + CLOCK_MS),
    ]),
  ]
}

/** The page of the results. */
export function writeReport(results: Results): string {
  const { pages, scrolls } = results
  return `# How soon a page stands

Chromium ${results.browser}, ${PROFILE.viewport.width} × ${PROFILE.viewport.height}, ${PROFILE.latencyMs} ms latency, 1.6 Mbit/s, processor ÷ ${PROFILE.cpuSlowdown}, empty cache, the whole product on ${results.cores} cores (${results.processor}).
Median of ${results.rounds} loads [fastest–slowest], all pages in turn. The yardstick is the same build whose server sends an empty root.
Harbour’s pages run next to no script: what they show as blocking time is the machine, and stands in every other line as well.
Repeat it with \`npm run bench -- web-vitals\`.

| page | largest text or picture | blocking time | layout shift | first picture | transferred |
|---|--:|--:|--:|--:|--:|
${pages.map(pageLine).join('\n')}

## A list of ${ROWS.toLocaleString('en')} rows

All invoices of a business in the list, scrolled by ${STEP_PX} px a frame on the slowed processor; the time in which the page’s thread ran, a frame;
the heap after a collection, with them and on another page.

| frame, median | 95 of 100 frames | longest | work a frame | heap | heap after |
|--:|--:|--:|--:|--:|--:|
${scrolls.map(scrollLine).join('\n')}

## Goals

| goal | measured | wanted | |
|---|--:|--:|---|
${goalLines(pages, scrolls).join('\n')}
`
}
