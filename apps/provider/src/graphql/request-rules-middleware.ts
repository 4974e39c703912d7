import type { Plugin } from 'graphql-yoga'
import { badRequestError } from './graphql-error.ts'
import {
  judgeRequestForm,
  parseJsonRequest,
  parseQueryRequest,
  type GraphqlParams,
} from './graphql-request.ts'
import type { CallContext } from './call.ts'

/** The server's own shape: it has no explicit undefined. */
function toServerParams({ query, variables, operationName, extensions }: GraphqlParams) {
  return {
    query,
    ...(variables === undefined ? {} : { variables }),
    ...(operationName === undefined ? {} : { operationName }),
    ...(extensions === undefined ? {} : { extensions }),
  }
}

/** Which methods, media types and bodies are taken. Replaces the parsers of the server around us. */
export function requestRulesMiddleware(): Plugin<object, CallContext> {
  return {
    onRequestParse({ request, url, setRequestParser }) {
      const form = judgeRequestForm(request.method, request.headers.get('content-type'))
      switch (form.kind) {
        case 'refused':
          throw badRequestError(form.message, { status: form.status, headers: { Allow: 'GET, POST' } })
        case 'query':
          setRequestParser(() => toServerParams(parseQueryRequest(url.searchParams)))
          return
        case 'json':
          setRequestParser(async (limited) => toServerParams(parseJsonRequest(await limited.text())))
      }
    },
  }
}
