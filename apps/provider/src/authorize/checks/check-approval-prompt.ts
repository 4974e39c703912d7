import type { RedirectCheck } from './check.ts'

/** `auto` or `force`. (interface.md section 4.1) */
export const checkApprovalPrompt: RedirectCheck = ({ request }) => {
  const prompt = request.parameters.approval_prompt
  if (prompt === undefined || prompt === 'auto' || prompt === 'force') return undefined
  return {
    error: 'invalid_request',
    reason: 'approval_prompt_unknown',
    detail: 'approval_prompt must be auto or force',
  }
}
