import { Component, type ReactNode } from 'react'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000

type RecoverState = { broken: boolean; round: number }

/** X7: whatever goes wrong in drawing, the player returns to playing by itself, with more patience each time. */
export class Recover extends Component<{ children: ReactNode }, RecoverState> {
  override state: RecoverState = { broken: false, round: 0 }
  private timer: ReturnType<typeof setTimeout> | undefined

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch() {
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** this.state.round, LONGEST_WAIT_MS)
    this.timer = setTimeout(() => this.setState(({ round }) => ({ broken: false, round: round + 1 })), waitMs)
  }

  override componentWillUnmount() {
    clearTimeout(this.timer)
  }

  override render() {
    return this.state.broken ? <main className="player" data-state="connecting" /> : this.props.children
  }
}
