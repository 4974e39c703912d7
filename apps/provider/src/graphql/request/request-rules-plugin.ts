import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { badRequestError } from '#caller/caller-error.ts'
import {
  judgeRequestForm,
  parseJsonRequest,
  parseQueryRequest,
  type GraphqlParams,
} from './graphql-request.ts'
import type { CallContext } from '#graphql/call.ts'

/** The server's own shape: it has no explicit undefined. */
function toServerParams({ query, variables, operationName, extensions }: GraphqlParams) {
  return {
    query,
    ...(variables === undefined ? {} : { variables }),
    ...(operationName === undefined ? {} : { operationName }),
    ...(extensions === undefined ? {} : { extensions }),
  }
}

/** The body as text. A client that goes in the middle of it has not run into a fault of ours. */
async function readText(request: { text(): Promise<string> }): Promise<string> {
  try {
    return await request.text()
  } catch (error) {
    // The limit of its length speaks for itself.
    throw error instanceof GraphQLError ? error : badRequestError('The body ended before its time.')
  }
}

/** Which methods, media types and bodies are taken. Replaces the parsers of the server around us. */
export function requestRulesPlugin(): Plugin<object, CallContext> {
  return {
    onRequestParse({ request, url, setRequestParser }) {
      const form = judgeRequestForm({
        method: request.method,
        contentType: request.headers.get('content-type'),
        contentEncoding: request.headers.get('content-encoding'),
      })
      switch (form.kind) {
        case 'refused':
          throw badRequestError(form.message, { status: form.status, headers: { Allow: 'GET, POST' } })
        case 'query':
          setRequestParser(() => toServerParams(parseQueryRequest(url.searchParams)))
          return
        case 'json':
          setRequestParser(async (limited) => toServerParams(parseJsonRequest(await readText(limited))))
      }
    },
  }
}
