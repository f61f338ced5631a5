export { hardest, leastLetters, lettersOnScreen, readFromMetres } from './advice/letters.ts'
export { type Advised, adviceKnown, lookOver, screenInZone } from './advice/look-over.ts'
export { countWords, linesOf, readingSeconds, secondsForWords } from './advice/reading.ts'
export {
  type AdviceContent,
  type AdviceFigures,
  type AdviceKnown,
  type AdvisedItem,
  type Finding,
  findingOf,
  findingsOf,
  type Mend,
} from './advice/rules.ts'
export { type BoardMoment, type BoardRow, boardAt, goesByClock, lookOf } from './board/board-at.ts'
export { minutesInWords, writerOf } from './board/cells.ts'
export { boardContents } from './board/contents.ts'
export { isDrawable, type Parts, partsOf } from './board/parts.ts'
export { type ToldBoard, toldBoard } from './board/told.ts'
export { boardWords } from './board/words.ts'
export { MARK } from './characters.ts'
export {
  type AnswerOf,
  answererOf,
  answerTo,
  type Compared,
  type FindValue,
  finderOf,
  type Outcome,
  outcomeOf,
} from './condition.ts'
export {
  answerByClock,
  type Clock,
  goesByClock as conditionGoesByClock,
  outcomeOn,
  partByClock,
  valueOn,
} from './condition-by-clock.ts'
export { type Direction, directionOf, isRightToLeft } from './direction.ts'
export {
  type Alone,
  type Decider,
  type Explanation,
  type Explanations,
  explainAt,
  type HeardScreen,
  type OnScreens,
} from './explain.ts'
export { type FlatProgramme, flattenProgramme } from './flatten-programme.ts'
export { decodersOf } from './layout/decoders.ts'
export { countFilms, filmPlaces, filmZones, isFilm } from './layout/films.ts'
export { insertManifestOf, placeOfInsert } from './layout/insert.ts'
export { placesOf } from './layout/places.ts'
export { type PlayingZone, playingZonesOf } from './layout/playing-zones.ts'
export { roomOf, roomsOf, type Shape } from './layout/room.ts'
export { cellRectOf, pictureFor, type WallRect, type WallShape, wallSizeOf } from './layout/wall.ts'
export { INSERT_ZONE, MAIN_ZONE, type ZoneId } from './layout/zone-id.ts'
export { zoneStateAt } from './layout/zone-state.ts'
export { itemsOfZones, soonestInZones, underCondition, zoneManifestOf } from './layout/zones.ts'
export {
  countdownDatesOf,
  hasCountdownOver,
  hasLiveWords,
  liveWordsUntil,
  localInWords,
  type Place,
  withLiveWords,
  withoutLiveWords,
} from './live-words.ts'
export {
  type ItemHealth,
  type LoopHealth,
  loopHealthAt,
  loopsWithin,
  passageMs,
  roundMs,
  SEEN_MS,
  shorterLoop,
} from './loop-health.ts'
export * from './loop-start.ts'
export { openingReaderOf, type ScreenPlan, screenPlanAt } from './opening.ts'
export { nextChangeAt, type Plan, type Playable, planAt, type Showing } from './plan.ts'
export {
  entriesOf,
  forecastOf,
  type HeldProgramme,
  hasReadCard,
  pagesOf,
  playableOf,
  playlistOf,
  READ_CARD,
  runningLines,
  wordsOf,
} from './playable.ts'
export { isNeverOn, jointStateAt, type Stretch, scheduleStateAt } from './schedule.ts'
export { scheduleFrom, scheduleUntil } from './schedule-until.ts'
export { type Aside, type Presence, type Stretches, stretchesBetween, together } from './stretches.ts'
export { type TakenOver, takenOverAt, takeOverItemsOf } from './take-over.ts'
export { isAlone, onAt } from './timetable.ts'
export { lineShown, noticeShown, type TextOfValue } from './value-words.ts'
export { SYMBOL_SIDE, type SymbolPart, type SymbolRole, weatherSymbol } from './weather/symbol.ts'
export { type ToldWeather, toldWeather } from './weather/told.ts'
export { type WeatherMoment, weatherAt } from './weather/weather-at.ts'
export { unitOf, type WeatherPlace, weatherValue } from './weather/weather-value.ts'
export {
  conditionInWords,
  figureInWords,
  fromUnit,
  inUnit,
  rainInWords,
  type ShownUnits,
  temperatureInWords,
  unitsFor,
  weatherWords,
  windInWords,
} from './weather/words.ts'
export { writtenValue } from './weather/written-value.ts'
export { answerChangesAt, isMetAt, type When, whenOf } from './when.ts'
export type { Window } from './windows.ts'
export { isTextual, writtenCell } from './written-cell.ts'
export { firstInstantOf, localTimeOf } from './zone.ts'
