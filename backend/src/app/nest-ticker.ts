import type { SchedulerRegistry } from '@nestjs/schedule';
import type { Ticker } from '../eventsourcing/reactions/schedule.js';

/** Registers intervals with the framework, so that the framework can list them. */
export const nestTicker = (registry: SchedulerRegistry): Ticker => ({
  every: (name, everyMs, tick) => {
    registry.addInterval(name, setInterval(tick, everyMs));
    // The framework itself deletes the interval when the app closes, so the interval may be gone already.
    return () => {
      if (registry.doesExist('interval', name)) registry.deleteInterval(name);
    };
  },
});
