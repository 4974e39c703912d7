import { parsePrompt } from '../prompt-parameter.ts'
import type { RedirectCheck } from './check.ts'

/** `none` admits no other value beside it. (OpenID Connect Core 1.0 section 3.1.2.1) */
export const checkPrompt: RedirectCheck = ({ request }) => {
  const prompt = request.parameters.prompt
  if (!parsePrompt(prompt).includes('none') || prompt === 'none') return undefined
  return {
    error: 'invalid_request',
    reason: 'prompt_none_with_others',
    detail: 'prompt=none admits no other value',
  }
}
