import { Component, type ReactNode } from 'react'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/** After this long without an error the wait is reset, so that single errors over the years do not add up. */
const WELL_MS = 10 * 60_000

type RecoverProps = {
  /** @param again an earlier render has failed */
  children: (again: boolean) => ReactNode
  meanwhile: ReactNode
}

/** X7: after an error in rendering, the player returns to playing by itself. It waits longer after each further error. */
export class Recover extends Component<RecoverProps, { broken: boolean }> {
  override state = { broken: false }
  private timer: ReturnType<typeof setTimeout> | undefined
  private waitMs = 0
  private caughtAt = 0

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch() {
    const now = performance.now()
    const isAgain = this.waitMs > 0 && now - this.caughtAt < WELL_MS
    this.waitMs = isAgain ? Math.min(this.waitMs * 2, LONGEST_WAIT_MS) : FIRST_WAIT_MS
    this.caughtAt = now
    this.timer = setTimeout(() => this.setState({ broken: false }), this.waitMs)
  }

  override componentWillUnmount() {
    clearTimeout(this.timer)
  }

  override render() {
    return this.state.broken ? this.props.meanwhile : this.props.children(this.waitMs > 0)
  }
}
