import { smallestNode } from '../../support/npm/install-node.ts';
import { testEveryCommand } from './every-command.ts';

testEveryCommand(smallestNode('package.json'));
