import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'

type Row = { faults: string; done: string; dark: string; convergence: string; wrong: string; verdict: string }
const HEAD: Row = {
  faults: 'fault',
  done: 'what was done',
  dark: 'dark s',
  convergence: 'converged s',
  wrong: 'wrong s',
  verdict: 'verdict',
}
const COLUMNS = ['faults', 'dark', 'convergence', 'wrong', 'verdict', 'done'] as const

/** One line for each run of a fault, with the observations of the oracle, in the order of the faults. */
export default class FaultTable implements Reporter {
  private readonly rows: Row[] = []

  onTestEnd(test: TestCase, result: TestResult): void {
    const faults = [...test.title.matchAll(/\[(F\d+)\]/g)].map(([, id = '']) => id)
    const name = test.title.replace(/^(\[\w+\] ?|[A-Z]\d+ )+/, '')
    const figures = [...test.annotations, ...result.annotations].find(({ type }) => type === 'figures')?.description
    const { done, darkSeconds, convergenceMs, wrongSeconds } = JSON.parse(figures ?? '{}')
    this.rows.push({
      faults: faults.join(' ') || '-',
      done: done ?? name,
      dark: seconds(darkSeconds),
      convergence: seconds(convergenceMs === undefined ? undefined : convergenceMs / 1_000),
      wrong: seconds(wrongSeconds),
      verdict: result.status === 'passed' ? 'holds' : result.status === 'skipped' ? 'not run' : 'BROKEN',
    })
  }

  onEnd(_: FullResult): void {
    const numberOf = ({ faults }: Row) => Number(/\d+/.exec(faults)?.[0] ?? 999)
    const rows = [HEAD, ...this.rows.sort((one, other) => numberOf(one) - numberOf(other))]
    const widths = COLUMNS.map((column) => Math.max(...rows.map((row) => row[column].length)))
    console.log('')
    for (const row of rows) {
      console.log(
        COLUMNS.map((column, index) => row[column].padEnd(widths[index] ?? 0))
          .join('  ')
          .trimEnd(),
      )
    }
    const broken = this.rows.filter(({ verdict }) => verdict === 'BROKEN').length
    console.log(`\n${this.rows.length} runs, ${broken} broken`)
  }

  printsToStdio(): boolean {
    return false
  }
}

function seconds(value: number | undefined): string {
  return value === undefined ? '-' : value.toFixed(1)
}
