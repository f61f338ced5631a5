// Node has Temporal; the compiler's library does not describe it yet. As much of it as is used here.
declare namespace Temporal {
  class Instant {
    static from(words: string): Instant
    static fromEpochMilliseconds(milliseconds: number): Instant
    readonly epochMilliseconds: number
    /** @throws RangeError for a zone that is not known */
    toZonedDateTimeISO(timeZone: string): ZonedDateTime
  }
  class ZonedDateTime {
    readonly epochMilliseconds: number
    readonly offsetNanoseconds: number
    readonly year: number
    readonly month: number
    readonly day: number
    readonly hour: number
    readonly minute: number
    readonly second: number
    readonly millisecond: number
    getTimeZoneTransition(direction: 'next' | 'previous'): ZonedDateTime | null
  }
  class PlainDateTime {
    static from(words: string): PlainDateTime
    toZonedDateTime(timeZone: string): ZonedDateTime
  }
}
