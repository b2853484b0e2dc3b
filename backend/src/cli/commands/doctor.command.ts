import { argumentsOf, type Command, EXIT, noMore } from '../command.js';

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Looks at everything that the service needs, and says what to do; changes nothing',
  usage: ['[--json]'],
  notes: [
    'Runs beside a serving backend or without one. Sends no mail, takes no money, prints no secret.',
    'Exit code 1 where a part is at fault, 2 where the configuration cannot be used.',
    '--json  one line: {"state":"ok"|"fault"|"configuration","checks":[{"name","state","says","todo"}]}',
  ],
  prepare: (args) => {
    const { values, positionals } = argumentsOf(args, { json: { type: 'boolean' } });
    noMore(positionals);
    return async ({ print, interruption }) => {
      const [{ diagnose }, { reportLine, reportText }] = await Promise.all([
        import('../doctor/diagnose.js'),
        import('../doctor/report.js'),
      ]);
      const { health, outcomes } = await diagnose(interruption);
      print(values.json === true ? reportLine(health, outcomes) : reportText(outcomes));
      if (health === 'ok') return EXIT.done;
      return health === 'fault' ? EXIT.notDone : EXIT.calledWrongly;
    };
  },
};
