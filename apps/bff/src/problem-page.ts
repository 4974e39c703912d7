import type { ProblemCode } from '@counterfoil/bff-api/problem'
import { PROBLEM_TITLES } from './errors.ts'

const WHAT_TO_DO: Readonly<Partial<Record<ProblemCode, string>>> = {
  'csrf-token-mismatch':
    'Counterfoil needs one cookie to go on. If your browser blocks cookies for this site, allow them and load the page again.',
  'cross-site-request': 'Nothing was changed. Open Counterfoil and start from there.',
  'session-ended': 'Open Counterfoil and sign in again.',
  'store-unavailable': 'Nothing is lost. Try again in a moment.',
  'rate-limited': 'Wait a moment and try again.',
}

/**
 * The page of a problem that happened on a navigation. Plain words, no script, nothing of the request in it.
 * @param reference Joins the page with the logs, for example `7F2K-91`.
 */
export function renderProblemPage(code: ProblemCode, reference: string): string {
  const title = PROBLEM_TITLES[code]
  const advice = WHAT_TO_DO[code] ?? 'Your figures are not affected. Go back and try again.'
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Problem – Counterfoil</title></head>
<body><main>
<h1>${title}</h1>
<p>${advice}</p>
<p><a href="/">Go to Counterfoil</a></p>
<p>Reference ${reference}</p>
</main></body>
</html>
`
}
