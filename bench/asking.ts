import { BenchError } from './bench-error.ts'
import type { Child } from './children.ts'

/** The report of a child that cannot carry out an order. */
export type Failure = { kind: 'failed'; reason: string }

/**
 * Sends a child an order, and waits for its report.
 *
 * @param child started with `ipc`; it reports once for each order
 * @throws BenchError with the reason when the child fails or ends
 */
export function ask<Order extends object, Report extends { kind: string }>(
  child: Child,
  order: Order,
): Promise<Exclude<Report, Failure>> {
  return new Promise((resolve, reject) => {
    const { process } = child
    const settle = (report: Report | Failure) => {
      process.off('message', settle)
      process.off('exit', ended)
      if (isFailure(report)) reject(new BenchError(`The measurement failed: ${report.reason}.`))
      else resolve(report as Exclude<Report, Failure>)
    }
    const ended = () => settle({ kind: 'failed', reason: `what measures ended. ${child.output()}` })
    process.on('message', settle)
    process.on('exit', ended)
    process.send(order)
  })
}

function isFailure(report: { kind: string }): report is Failure {
  return report.kind === 'failed'
}

/** The child's side: carries out one order after another until the parent process is gone. */
export function obeyOrders<Order, Report extends { kind: string }>(
  obey: (order: Order) => Promise<Report>,
): { fail(error: unknown): void } {
  const tell = (report: Report | Failure) => process.send?.(report)
  const fail = (error: unknown) =>
    tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
  process.on('message', (order: Order) => {
    obey(order).then(tell, fail)
  })
  process.on('disconnect', () => process.exit())
  return { fail }
}
