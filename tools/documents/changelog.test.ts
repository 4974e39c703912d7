import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { joinChanges, readChanges } from './changelog.ts'

const BEFORE = '# Changes\n\nWhat users notice.\n\n## 0.1.0\n\n### Added\n\n- The app.\n'

describe(joinChanges, () => {
  it('adds the changes of a version by kind, above the previous version', () => {
    const changes = [
      { name: 'search.fixed.md', text: 'Search finds\naccents.\n' },
      { name: 'credit-notes.added.md', text: '[Credit notes](../docs/a.md).\n' },
      { name: 'export.added.md', text: 'Export.\n' },
    ]
    expect(joinChanges(BEFORE, '0.2.0', changes)).toBe(
      `# Changes\n\nWhat users notice.\n\n## 0.2.0\n\n### Added\n\n- [Credit notes](docs/a.md).\n- Export.\n\n### Fixed\n\n- Search finds accents.\n\n## 0.1.0\n\n### Added\n\n- The app.\n`,
    )
  })

  it('refuses a file without a kind', () => {
    expect(() => joinChanges(BEFORE, '0.2.0', [{ name: 'search.md', text: '' }])).toThrow('changes/search.md')
  })

  it('accepts the files of changes/', async () => {
    const changes = await readChanges(join(import.meta.dirname, '../..', 'changes'))
    expect(joinChanges(BEFORE, '0.2.0', changes)).toContain('## 0.2.0')
  })
})
