/** A6: a change of the session in one tab, sent to all other tabs of this browser. */
type Word = 'signed-in' | 'signed-out'

const CHANNEL = 'placard-session'

export function tellOtherTabs(word: Word): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(word)
  channel.close()
}

export function onOtherTab(listener: (word: Word) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === 'signed-in' || data === 'signed-out') listener(data)
  }
  return () => channel.close()
}
