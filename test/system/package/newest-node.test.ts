import { testEveryCommand } from './every-command.ts';

testEveryCommand('latest');
