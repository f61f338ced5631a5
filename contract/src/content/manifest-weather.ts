import { z } from '../platform/zod.ts'
import { type ManifestWeather, readWeather } from './weather-shapes.ts'

/** The weather in a manifest (`readWeather`). */
export const ReadWeather = z.preprocess(readWeather, z.custom<ManifestWeather>().optional()).optional()
