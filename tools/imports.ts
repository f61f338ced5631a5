import { type Expression, parseSync, Visitor } from 'oxc-parser'

/** One place in a file that names another module. */
export type Import = {
  kind: 'value' | 'type'
  /** The specifier as written; undefined when it is not a literal, so its value is not known. */
  specifier: string | undefined
  /** Counted from 1. */
  line: number
}

/**
 * Finds every way in which a TypeScript or JavaScript file can name another module: `import` and `export … from` (types
 * too), `import()`, `import('…').Type`, `import x = require()`, `require()`, `require.resolve()`,
 * `import.meta.resolve()`, `import.meta.glob()` and `new URL('…', import.meta.url)`.
 *
 * @param file its name decides between TypeScript and TSX
 */
export function readImports(
  file: string,
  source: string,
): { imports: Import[]; problem: { message: string; line: number } | undefined } {
  const { program, errors } = parseSync(file, source)
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length
  const imports: Import[] = []
  const add = (kind: Import['kind'], specifier: string | undefined, offset: number) =>
    imports.push({ kind, specifier, line: lineAt(offset) })

  new Visitor({
    ImportDeclaration: ({ importKind, specifiers, source: { value }, start }) => {
      const onlyTypes =
        importKind === 'type' ||
        (specifiers.length > 0 &&
          specifiers.every((one) => one.type === 'ImportSpecifier' && one.importKind === 'type'))
      add(onlyTypes ? 'type' : 'value', value, start)
    },
    ExportNamedDeclaration: (node) => {
      if (node.source) add(node.exportKind === 'type' ? 'type' : 'value', node.source.value, node.start)
    },
    ExportAllDeclaration: (node) => {
      add(node.exportKind === 'type' ? 'type' : 'value', node.source.value, node.start)
    },
    ImportExpression: (node) => add('value', literalOf(node.source), node.start),
    TSImportType: (node) => add('type', literalOf(node.source), node.start),
    TSImportEqualsDeclaration: (node) => {
      const { moduleReference: reference } = node
      if (reference.type === 'TSExternalModuleReference') {
        add(node.importKind === 'type' ? 'type' : 'value', literalOf(reference.expression), node.start)
      }
    },
    CallExpression: ({ callee, arguments: [first], start }) => {
      const called = nameOf(callee)
      if (called === 'require' || called === 'require.resolve' || called === 'import.meta.resolve') {
        add('value', first && first.type !== 'SpreadElement' ? literalOf(first) : undefined, start)
      }
      if (called === 'import.meta.glob') {
        const patterns = first?.type === 'ArrayExpression' ? first.elements : [first]
        for (const pattern of patterns) {
          const literal = pattern && pattern.type !== 'SpreadElement' ? literalOf(pattern) : undefined
          // The folder that the pattern searches is the part before the first star.
          add('value', literal?.replace(/^!/, '').replace(/[^/]*\*.*$/, 'any'), start)
        }
      }
    },
    NewExpression: ({ callee, arguments: [first, second], start }) => {
      if (nameOf(callee) !== 'URL' || !first || second?.type !== 'MemberExpression') return
      if (nameOf(second) !== 'import.meta.url' || first.type === 'SpreadElement') return
      const literal = literalOf(first)
      // Only code counts: pictures, folders and pages are not modules.
      if (literal && /\.(ts|tsx|mts|mjs|js)$/.test(literal)) add('value', literal, start)
    },
  }).visit(program)

  const error = errors[0]
  return {
    imports,
    problem: error && { message: `cannot be parsed: ${error.message}`, line: lineAt(error.labels[0]?.start ?? 0) },
  }
}

function literalOf(node: Expression): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? undefined
  return undefined
}

/** `a.b.c` as text, for a function that is called; undefined for a computed name. */
function nameOf(node: Expression): string | undefined {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MetaProperty') return `${node.meta.name}.${node.property.name}`
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return undefined
  const object = nameOf(node.object)
  return object && `${object}.${node.property.name}`
}
