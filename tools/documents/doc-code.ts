import { globSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bin, program, ROOT } from '../step.ts'

/** Type-checks every `ts` block of the documents, so that every example compiles. */
const IGNORED = /^release(\/|$)|(^|\/)(node_modules|dist|\.cache|\.data|test-results)(\/|$)/
const BLOCK = /^```ts\n([\s\S]*?)^```$/gm
const folder = join(ROOT, '.cache', 'doc-code')

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
let count = 0
for (const file of globSync('**/*.md', { cwd: ROOT, exclude: (path) => IGNORED.test(path) })) {
  const markdown = await readFile(join(ROOT, file), 'utf8')
  for (const match of markdown.matchAll(BLOCK)) {
    const line = markdown.slice(0, match.index).split('\n').length
    // The name contains the document and the line.
    const name = `${file.replaceAll(/[^\w]+/g, '-')}-line-${line}.ts`
    await writeFile(join(folder, name), `${match[1] ?? ''}\nexport {}\n`)
    count += 1
  }
}
const config = {
  extends: join(ROOT, 'packages', 'tsconfig', 'node.json'),
  compilerOptions: { types: [] },
  include: ['*.ts'],
}
await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
if (count > 0) {
  const { code, output } = await program(bin('tsc'), ['-p', folder])
  if (code !== 0) console.log(output)
  process.exitCode = code
}
